#!/usr/bin/env python3
"""Measures requests at several numbers of users and of connections, and draws what they cost.

Usage: sweep.py BINARY [--users N,…] [--connections N,…] [--cases CASE,…] [--rounds N] [--seconds N]
                [--peer URL] [--output FOLDER]

Each number of users is measured on an emulator of its own, in --rounds rounds, in each of which every
case and both floors take --seconds; the figures are the medians of the rounds. The floors have the same
connections: `GET /` of the same emulator, and bare libmicrohttpd with a constant answer. --peer
measures the emulator at URL beside it, with the cases that every emulator of this backend answers; it
is given the same users first, and keeps them.
--output writes report.json, a page with the tables and the machine, and the plots (gnuplot).
"""

import argparse
import http.client
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

import bare
import bench

CASES = bench.REQUESTS + ["mintRS256", "mintES256"]
# The calls of the control API are ours alone.
PEER_CASES = bench.REQUESTS
# The floors, and what the tables call them.
FLOORS = {"bareServer": "bare libmicrohttpd", "floor": "`GET /`"}


class Peer:
    """An emulator that is up already, and stays up."""

    def __init__(self, url):
        self.url = url.rstrip("/")
        self.host = self.url.removeprefix("http://")

    call, exchange = bench.Emulator.call, bench.Emulator.exchange

    def problem(self):
        """Why it cannot be measured, with the next step; None if it can."""
        if self.host == self.url:
            return f"--peer takes a URL that begins with http://, not {self.url}"
        try:
            self.call("GET", "/")
        except OSError as error:
            return f"{self.url} does not answer ({error}); start that emulator first"
        except (AssertionError, ValueError, http.client.HTTPException):
            return f"{self.url} does not answer as an emulator does; name the URL of one, without a path"


def measured(emulator, bare_server, users, cases, arguments):
    """Results by connections, then by case, of an emulator that is filled first."""
    with tempfile.TemporaryDirectory() as folder:
        files = bench.known(emulator, folder, users)
        result = {}
        for count in arguments.connections:
            def rate(case, server=emulator):
                return lambda: bench.load(server, case, arguments.seconds, *files, count)
            result[count] = bench.in_rounds({
                "bareServer": rate("floor", bare_server),
                **{case: rate(case) for case in ["floor", *cases]}}, arguments.rounds)
            print(f"{users} users, {count} connections: done", file=sys.stderr)
    return result


def own(bare_server, users, arguments):
    with tempfile.TemporaryDirectory() as folder:
        emulator = bench.Emulator(arguments.binary, os.path.join(folder, "state.sqlite"))
        for algorithm in ["RS256", "ES256"]:  # the keys are made by the first token
            emulator.call("POST", "/emulator/v1/issuers/oidc.bench/tokens", {
                "algorithm": algorithm, "clientId": "bench", "account": {"sub": "known1"}})
        time.sleep(4)  # until the other signing keys are made
        result = measured(emulator, bare_server, users, arguments.cases, arguments)
        memory = round(emulator.resident_megabytes(), 1)
        emulator.stop()
    return result, memory


def machine():
    """The machine of the figures."""
    model = platform.processor() or platform.machine()
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [l.split(":")[1] for l in cpuinfo.read_text().splitlines() if l.startswith("model name")]
        model = names[0].strip() if names else model
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    return (f"{os.cpu_count()} cores ({model}), {gigabytes:.0f} GB, {platform.system()} "
            f"{platform.release().split('-')[0]}; the load generator (wrk) on the same cores")


# MARK: Tables

def table(results, cases, count):
    """Requests a second and their share of each floor, a column for each number of users."""
    lines = ["| case | " + " | ".join(f"{users:,} users" for users in results) + " |",
             "|---|" + "---|" * len(results)]
    for case in [*FLOORS, *cases]:
        cells = []
        for users in results:
            row = results[users][count][case]
            cells.append(
                f"{row['perSecond']:,}/s, {row['ofFloor']:.3f} of GET /, {row['ofBareServer']:.3f} of bare, "
                f"p99 {row['p99Milliseconds']:.1f} ms")
        lines.append(f"| {FLOORS.get(case, case)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def comparison(results, peer, cases, count):
    users = next(iter(peer))
    lines = [f"| case, {users:,} users | this | the other | ratio |", "|---|---|---|---|"]
    for case in ["floor"] + cases:
        mine, other = results[users][count][case], peer[users][count][case]
        lines.append(
            f"| {FLOORS.get(case, case)} | {mine['perSecond']:,}/s, p99 "
            f"{mine['p99Milliseconds']:.1f} ms | {other['perSecond']:,}/s, p99 "
            f"{other['p99Milliseconds']:.1f} ms | {mine['perSecond'] / other['perSecond']:.1f} |")
    return "\n".join(lines)


# MARK: Plots

def plot(path, title, label, ticks, series):
    """Draws lines over ticks of equal distance; series: [(name, [figure…])]."""
    blocks = ""
    for index, (_, figures) in enumerate(series):
        blocks += f"$d{index} << EOD\n"
        blocks += "".join(f"{x} {y}\n" for x, y in enumerate(figures)) + "EOD\n"
    marks = ", ".join(f'"{tick:,}" {x}' for x, tick in enumerate(ticks))
    lines = ", ".join(
        f'$d{index} with linespoints linewidth 2 pointtype 7 linecolor {index % 8 + 1} '
        f'dashtype {index // 8 + 1} title "{name}"'
        for index, (name, _) in enumerate(series))
    script = f"""
set terminal svg size 760,420 font "sans-serif,13" background "white" name "{pathlib.Path(path).stem}"
set output "{path}"
set title "{title}"
set xlabel "{label}"
set ylabel "requests a second, GET / = 1"
set yrange [0:*]
set xrange [-0.2:{len(ticks) - 0.8}]
set xtics ({marks})
set key outside right
set grid ytics
{blocks}plot {lines}
"""
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def write(folder, report, results, peer, arguments):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    count = arguments.connections[len(arguments.connections) // 2]
    page = ("# Benchmarks\n\nLook up what requests cost, and compare versions. "
            f"`scripts/bench --sweep --output {arguments.output}` writes this page. The machine: "
            f"{report['machine']}. The data file is on disk, at `synchronous=NORMAL`; ids are random. "
            f"Each figure is the median of {arguments.rounds} rounds over all cases.\n\n"
            "Rates depend on the machine, so compare the shares. \"Bare\" is libmicrohttpd with a constant "
            "answer, which does not depend on the emulator: compare versions by their shares of bare. Compare "
            "requests of one version by their shares of `GET /`.\n\n"
            "`idpReturning` and `idpNew` are sign-ins of a known and a new user with a provider. `link` adds a "
            "provider to a user. `needConfirmation` is a sign-in with the address of an existing user. "
            "`mintRS256` and `mintES256` mint tokens that are signed with that algorithm.\n")
    for connections in arguments.connections:
        page += f"\n## {connections} connection{'' if connections == 1 else 's'}\n\n"
        page += table(results, arguments.cases, connections) + "\n"
    page += "\nMemory afterwards: " + ", ".join(
        f"{users:,} users {megabytes} MB" for users, megabytes in report["megabytes"].items()) + ".\n"
    if peer:
        page += "\n## Beside another emulator\n\n" + comparison(
            results, peer, [c for c in arguments.cases if c in PEER_CASES], count) + "\n"
    page += "\n![cost against users](users.svg)\n\n![cost against connections](connections.svg)\n"
    (folder / "README.md").write_text(page)
    largest = list(results)[-1]
    plot(folder / "users.svg", f"Cost against users, {count} connections", "users", list(results),
         [(case, [results[u][count][case]["ofFloor"] for u in results]) for case in arguments.cases])
    plot(folder / "connections.svg", f"Cost against connections, {largest:,} users", "connections",
         arguments.connections,
         [(case, [results[largest][c][case]["ofFloor"] for c in arguments.connections])
          for case in arguments.cases])


def numbers(text):
    return [int(part) for part in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--users", type=numbers, default=[0, 100_000, 1_000_000])
    parser.add_argument("--connections", type=numbers, default=[1, 16, 64])
    parser.add_argument("--cases", type=lambda text: text.split(","), default=CASES)
    parser.add_argument("--rounds", type=bench.positive, default=3)
    parser.add_argument("--seconds", type=bench.positive, default=1)
    parser.add_argument("--peer")
    parser.add_argument("--output")
    arguments = parser.parse_args()
    unknown = [case for case in arguments.cases if case not in CASES]
    if unknown:
        parser.error(f"unknown case {unknown[0]}; there are {', '.join(CASES)}")
    if arguments.peer and (problem := Peer(arguments.peer).problem()):
        parser.error(problem)
    results, megabytes, peer = {}, {}, None
    with bare.server() as bare_server:
        for users in arguments.users:
            results[users], megabytes[users] = own(bare_server, users, arguments)
        if arguments.peer:
            users = arguments.users[0]
            cases = [case for case in arguments.cases if case in PEER_CASES]
            peer = {users: measured(Peer(arguments.peer), bare_server, users, cases, arguments)}
    report = {"machine": machine(), "megabytes": megabytes, "results": results, "peer": peer}
    for connections in arguments.connections:
        print(f"\n{connections} connections\n")
        print(table(results, arguments.cases, connections))
        if peer:
            print("\n" + comparison(results, peer, cases, connections))
    if arguments.output:
        write(arguments.output, report, results, peer, arguments)


if __name__ == "__main__":
    main()
