#!/usr/bin/env python3
"""Measures the release build: start, memory, size, requests a second at 16 connections, snapshots, the log.

Usage: bench.py BINARY [--rounds N] [--seconds N] [--users N] [--only WORKLOAD…] [--json] [--check]

Requests are measured in --rounds rounds, in each of which every workload and both floors take
--seconds; their figures are the medians of the rounds.
--users is how many users the store has while requests are measured, 1,000 where it is not given.
--only measures these workloads alone, beside the floors they are compared with; the imports of
  100,000 and 1,000,000 users by batchCreate (users100000, users1000000) and from a file
  (import1000000), a start with a seed of 200,000 (seed200000), the log (log1000000) and what the
  console reads (console100000, console1000000) and calls of apps beside imports (besideImports) only
  when they are named.
--check compares with thresholds.json and exits 1 when one is missed.
"""

import argparse
import json
import os
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import bare
import bulk
import console

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "Running"))
from emulator import RunningEmulator  # noqa: E402

REQUESTS = [
    "lookup", "query", "update", "refresh", "idpReturning", "idpNew", "link", "needConfirmation", "signUp"]
TOKENS = ["mintRS256", "mintES256", "codeRS256", "codeES256"]
IMPORTS = {"users100000": 100_000, "users1000000": 1_000_000}
FILES = {"import1000000": 1_000_000}
SEEDS = {"seed200000": 200_000}
SNAPSHOTS = {"snapshot1000": 1000, "snapshot100000": 100_000}
# A minute and more, so it runs only when it is named.
LOGS = {"log1000000": 1_000_000}
# The console's reads among so many users; only when it is named.
CONSOLES = {"console100000": 100_000, "console1000000": 1_000_000}
# Calls of apps while users are imported without a pause; only when it is named.
BESIDE = {"besideImports": None}


class Emulator(RunningEmulator):
    """The binary on a disk file of its own."""

    def __init__(self, binary, data, *flags):
        started = time.perf_counter()
        super().__init__(binary, data, *flags)
        self.call("GET", "/")
        self.first_answer = (time.perf_counter() - started) * 1000

    def admin(self, method, path, body=None):
        return self.call(
            method, "/identitytoolkit.googleapis.com/v1/projects/demo-project/" + path, body,
            {"Authorization": "Bearer owner"})

    def resident_megabytes(self, name="VmRSS"):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith(name))
        return int(line.split()[1]) / 1024


def sessions(emulator, path, count=200):
    """A file with the address, ID token and refresh token of so many signed-in users, a line each."""
    with open(path, "w") as file:
        for number in range(count):
            email = f"session{number}-{os.urandom(4).hex()}@example.com"
            answer = emulator.call(
                "POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
                {"email": email, "password": "secret1", "returnSecureToken": True})
            file.write(f"{email} {answer['idToken']} {answer['refreshToken']}\n")
    return path


def known(emulator, folder, count):
    """Imports users; returns the files of their ids and of signed-in users."""
    ids, _ = bulk.fill(emulator.host, count, prefix="known")
    # Without users there is still one to ask for.
    ids = ids or bulk.fill(emulator.host, 1000, prefix="known")[0]
    users = os.path.join(folder, "users.txt")
    pathlib.Path(users).write_text("\n".join(ids))
    return users, sessions(emulator, os.path.join(folder, "sessions.txt"))


def load(server, workload, seconds, users, signed_in=None, connections=16):
    """Requests a second and latencies of one workload.

    server: what has a `url`, an emulator or the bare server.
    users, signed_in: files of ids and of sessions to choose from.
    """
    result = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "20s",
         "-s", str(HERE / "bench.lua"), server.url, "--", workload, users]
        + ([signed_in] if signed_in else []), capture_output=True, text=True, check=True)
    line = next(l for l in result.stdout.splitlines() if l.startswith("RESULT "))
    raw = json.loads(line.removeprefix("RESULT "))
    assert raw["failed"] == 0, f"{workload}: {raw['failed']} requests failed"
    # A code takes two requests, of which one gives tokens.
    count = raw["tokens"] if workload.startswith("code") else raw["requests"]
    return {
        "perSecond": round(count / (raw["microseconds"] / 1e6)),
        "p50Milliseconds": raw["p50"] / 1000,
        "p99Milliseconds": raw["p99"] / 1000,
    }


def bare_inserts(folder):
    """Rows a second that SQLite itself takes, one commit each, in the same settings."""
    db = sqlite3.connect(os.path.join(folder, "floor.sqlite"), isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=NORMAL")
    db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, uid TEXT UNIQUE, body TEXT)")
    started = time.perf_counter()
    count = 5000
    for _ in range(count):
        db.execute("INSERT INTO t (uid, body) VALUES (hex(randomblob(14)), ?)", ("x" * 300,))
    return round(count / (time.perf_counter() - started))


def bare_signatures():
    """Signatures a second that OpenSSL itself makes on one core, by algorithm."""
    rates = {}
    for algorithm, name, mark in [("RS256", "rsa2048", "+R1:"), ("ES256", "ecdsap256", "+R5:")]:
        # By the clock on the wall, as the workloads are: other work slows both down alike.
        run = subprocess.run(
            ["openssl", "speed", "-elapsed", "-mr", "-seconds", "2", name],
            capture_output=True, text=True, check=True)
        # mark, signatures, bits, seconds
        line = next(l for l in (run.stdout + run.stderr).splitlines() if l.startswith(mark))
        fields = line.split(":")
        rates[algorithm] = round(int(fields[1]) / float(fields[3]))
    return rates


def in_rounds(measures, rounds):
    """The medians of the figures of several rounds, and of the shares of the two floors, by name.

    measures: functions that return a row of `load`, by name; "floor" and "bareServer" are among them.
    Each is called once a round, and a share is that of the floor of its round: a machine that others use
    does not keep its pace for as long as all rounds take.
    """
    taken = []
    for _ in range(rounds):
        rows = {name: measure() for name, measure in measures.items()}
        for row in rows.values():
            row["ofFloor"] = round(row["perSecond"] / rows["floor"]["perSecond"], 3)
            row["ofBareServer"] = round(row["perSecond"] / rows["bareServer"]["perSecond"], 3)
        taken.append(rows)
    return {
        name: {
            figure: statistics.median_low(rows[name][figure] for rows in taken) for figure in taken[0][name]}
        for name in measures}


def median_milliseconds(body, count=7):
    """The median of how long a call takes."""
    times = []
    for _ in range(count):
        started = time.perf_counter()
        body()
        times.append((time.perf_counter() - started) * 1000)
    return sorted(times)[count // 2]


def bare_copies(source, folder):
    """The time that SQLite itself takes to copy the pages of a file into one with a write-ahead log."""
    snapshot = sqlite3.connect(source)
    target = sqlite3.connect(os.path.join(folder, "copy.sqlite"), isolation_level=None)
    target.execute("PRAGMA journal_mode=WAL")
    target.execute("PRAGMA synchronous=NORMAL")
    target.execute("PRAGMA wal_autocheckpoint=0")
    try:
        snapshot.backup(target)
        return median_milliseconds(lambda: snapshot.backup(target))
    finally:
        snapshot.close()
        target.close()


def snapshots(binary, count):
    """Making and restoring a snapshot of so many users, each with a link."""
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "state.sqlite")
        emulator = Emulator(binary, data)
        time.sleep(4)  # until the signing keys are made
        for first in range(0, count, 1000):
            emulator.admin("POST", "accounts:batchCreate", {"users": [
                {"localId": f"u{n}", "email": f"u{n}@example.com", "providerUserInfo": [
                    {"providerId": "google.com", "rawId": f"g{n}", "email": f"u{n}@example.com"}]}
                for n in range(first, first + 1000)]})
        make = median_milliseconds(lambda: emulator.call("POST", "/emulator/v1/snapshots", {"name": "all"}))

        def restore():
            answer = emulator.call("POST", "/emulator/v1/snapshots/all:restore")
            assert answer["users"] == count, answer
        taken = median_milliseconds(restore)
        emulator.stop()
        floor = bare_copies(data + "-snapshots/all.sqlite", folder)
    return {
        "makeMilliseconds": round(make, 1), "restoreMilliseconds": round(taken, 1),
        "bareMilliseconds": round(floor, 1), "ofBare": round(taken / floor, 2),
    }


def logged(binary, count):
    """The memory that so many requests, each kept by the log for a while, add to the first ones."""
    with tempfile.TemporaryDirectory() as folder:
        emulator = Emulator(binary, os.path.join(folder, "state.sqlite"))
        time.sleep(4)  # until the signing keys are made
        users, _ = known(emulator, folder, 1000)
        sent, warm = 0, None
        while sent < count:
            sent += load(emulator, "lookup", 5, users)["perSecond"] * 5
            warm = warm or emulator.resident_megabytes()
        grown = emulator.resident_megabytes() - warm
        emulator.stop()
    return {"requests": sent, "warmMegabytes": round(warm, 1), "grownMegabytes": round(grown, 1)}


def beside_imports(binary, seconds, users_stored):
    """The latencies of calls of apps, at two connections, while batchCreate brings users 1,000 a call."""
    report = {}
    with tempfile.TemporaryDirectory() as folder:
        emulator = Emulator(binary, os.path.join(folder, "state.sqlite"))
        time.sleep(4)  # until the signing keys are made
        files = known(emulator, folder, users_stored)
        for workload in ["lookup", "refresh", "idpReturning", "idpNew"]:
            with bulk.Imports(emulator.host) as imports:
                figures = load(emulator, workload, seconds, *files, connections=2)
            report[workload] = {**figures, "importedPerSecond": imports.rate}
        emulator.stop()
    return report


def measure(binary, bare_server, rounds, seconds, workloads, users_stored):
    """Figures by workload, with the floors that they are compared with.

    bare_server: a server that is up, whose rate is the second floor of requests.
    """
    def start(data, *flags):
        return Emulator(binary, data, *flags)

    report = {"binaryMegabytes": round(os.path.getsize(binary) / 1e6, 1)}
    for sizes, figures in [
            (SNAPSHOTS, lambda count: snapshots(binary, count)),
            (IMPORTS, lambda count: bulk.measure(start, count)),
            (FILES, lambda count: bulk.measure_import(binary, count)),
            (SEEDS, lambda count: bulk.measure_seed(lambda data, seed: start(data, "--seed", seed), count)),
            (LOGS, lambda count: logged(binary, count)),
            (CONSOLES, lambda count: console.measure(start, count)),
            (BESIDE, lambda _: beside_imports(binary, rounds * seconds, users_stored))]:
        report |= {name: figures(sizes[name]) for name in workloads if name in sizes}
        workloads = [name for name in workloads if name not in sizes]
    with tempfile.TemporaryDirectory() as folder:
        starts = []
        for attempt in range(5):
            emulator = Emulator(binary, os.path.join(folder, f"start{attempt}.sqlite"))
            starts.append(emulator.first_answer)
            emulator.stop()
        report["firstAnswerMilliseconds"] = round(sorted(starts)[2], 1)

        emulator = Emulator(binary, os.path.join(folder, "state.sqlite"))
        time.sleep(4)  # until the signing keys are made
        report["idleMegabytes"] = round(emulator.resident_megabytes(), 1)
        users, signed_in = known(emulator, folder, users_stored)
        report["bareInsertsPerSecond"] = bare_inserts(folder)
        report["bareSignaturesPerSecond"] = bare_signatures()
        for algorithm in ["RS256", "ES256"]:
            issuer = f"/emulator/v1/issuers/oidc.code{algorithm.lower()}"
            emulator.call("PATCH", issuer, {"algorithms": [algorithm]})
            emulator.call("POST", issuer + "/accounts", {"sub": "ann", "email": "ann@example.com"})
        report |= in_rounds({
            "bareServer": lambda: load(bare_server, "floor", seconds, users),
            **{name: lambda name=name: load(emulator, name, seconds, users, signed_in)
               for name in ["floor"] + workloads}}, rounds)
        report["loadedMegabytes"] = round(emulator.resident_megabytes(), 1)
        emulator.stop()
    for name in [name for name in IMPORTS if name in report]:
        rate = report[name]["importedPerSecond"]
        report[name]["ofBareInserts"] = round(rate / report["bareInsertsPerSecond"], 2)
    for workload in [name for name in workloads if name in TOKENS]:
        signatures = report["bareSignaturesPerSecond"][workload[4:]]
        report[workload]["ofSignatures"] = round(report[workload]["perSecond"] / signatures, 3)
    return report


# Tables of thresholds.json: the figure that each limits, and what is said of one that misses it.
LEAST = {
    "ofFloorRequests": ("ofFloor", "reaches {} of the floor"),
    "ofBareServerRequests": ("ofBareServer", "reaches {} of bare libmicrohttpd"),
    "ofFloorSignatures": ("ofSignatures", "reaches {} of one core's bare signatures"),
    "ofBareInserts": ("ofBareInserts", "are stored at {} of bare inserts"),
}
MOST = {
    "p99Milliseconds": ("p99Milliseconds", "takes {} ms at p99"),
    "ofBareSnapshots": ("ofBare", "takes {} times a bare copy"),
    "restoreMilliseconds": ("restoreMilliseconds", "is back in {} ms"),
    "grownMegabytes": ("grownMegabytes", "adds {} MB"),
    "mostMegabytes": ("mostMegabytes", "needs {} MB"),
    "restMegabytes": ("restMegabytes", "leave {} MB in memory"),
    "deleteMilliseconds": ("deleteMilliseconds", "are deleted in {} ms"),
}


def misses(report):
    """A sentence for each figure that misses its threshold."""
    thresholds = json.loads((HERE / "thresholds.json").read_text())
    for name, most in thresholds["absolute"].items():
        if report[name] > most:
            yield f"{name} is {report[name]}, more than {most}"
    for tables, word, is_missed in [
            (LEAST, "less", lambda value, bar: value < bar), (MOST, "more", lambda value, bar: value > bar)]:
        for table, (figure, sentence) in tables.items():
            for name, bar in thresholds[table].items():
                if name in report and is_missed(report[name][figure], bar):
                    yield f"{name} {sentence.format(report[name][figure])}, {word} than {bar}"
    for name, most in thresholds["console"].items():
        for case in CONSOLES:
            if case in report and report[case][name] > most:
                yield f"{name} of {case} is {report[case][name]}, more than {most}"
    for name, figures in report.get("besideImports", {}).items():
        if figures["p99Milliseconds"] > thresholds["p99MillisecondsBesideImports"]:
            yield f"{name} beside imports takes {figures['p99Milliseconds']} ms at p99"


def positive(text):
    """A whole number from 1, for argparse."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("--seconds", type=positive, default=2)
    parser.add_argument("--users", type=int, default=1000)
    usual = REQUESTS + TOKENS + list(SNAPSHOTS)
    named = [*IMPORTS, *FILES, *SEEDS, *LOGS, *CONSOLES, *BESIDE]
    parser.add_argument("--only", nargs="+", choices=usual + named, default=usual)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    with bare.server() as bare_server:
        report = measure(
            arguments.binary, bare_server, arguments.rounds, arguments.seconds, arguments.only,
            arguments.users)
    if arguments.json:
        print(json.dumps(report, indent=2))
    else:
        for name, value in report.items():
            print(f"{name:28} {value}")
    missed = list(misses(report)) if arguments.check else []
    for line in missed:
        print("missed:", line, file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
