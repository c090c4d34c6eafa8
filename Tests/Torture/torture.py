#!/usr/bin/env python3
"""Rounds of mixed traffic that end badly, each with a comparison of the data with what was acknowledged.

    python3 Tests/Torture/torture.py BINARY [--rounds 20] [--seed 1] [--first 1] [--seconds 1.5]

A round is planned from the seed and its number: 8 to 16 clients, the moment and kind of the fault (SIGKILL,
SIGSTOP, a limit of the file size, a full disk, SIGTERM, failing calls of the file system) and what follows it.
The emulator is started again on the same file then, and checks.py compares. Exits with 1 at a fault, names the seed and keeps the folder.
Needs nothing but Python. A full disk needs Linux and root, failing calls need Linux and a C compiler; without
them the round has the limit instead.
"""

import argparse
import collections
import contextlib
import functools
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import checks
import failing_files
import traffic
from emulator import RunningEmulator

KINDS = ("kill", "stop", "limit", "disk", "term", "files")
DISK_MEGABYTES = 24
COUNTS = ("acknowledged", "refused", "unavailable", "pending", "users", "tokens", "failed calls", "given up")

Plan = collections.namedtuple("Plan", "kind clients moment rest lifts end fsync failures")


def planned(seed, number, seconds, kind=None):
    """Returns the plan of a round; the same seed and number give the same plan."""
    chance = random.Random(f"{seed}/{number}")
    # Every kind in each six rounds.
    kind = kind or KINDS[(number - 1) % len(KINDS)]
    if kind == "disk" and not can_mount() or kind == "files" and not failing_files.library():
        kind = "limit"
    return Plan(
        kind, chance.randint(8, 16), seconds * chance.uniform(0.3, 0.9), seconds * 0.3,
        chance.random() < 0.5, chance.choice(("kill", "term")), chance.random() < 0.2,
        f"{seed}/{number}/failures")


@functools.cache
def can_mount():
    """Tries a mount: root in a container may have no right to it."""
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("mount"):
        return False
    with tempfile.TemporaryDirectory() as folder:
        return mount(folder) and subprocess.run(["umount", folder], check=False).returncode == 0


def mount(folder):
    return subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m", "tmpfs", folder],
        check=False, stderr=subprocess.DEVNULL).returncode == 0


@contextlib.contextmanager
def disk(folder, kind):
    """A folder for the data: on a small disk for a round with a full one."""
    data = folder / "data"
    data.mkdir(parents=True)
    if kind != "disk":
        yield data
        return
    if not mount(data):
        raise OSError(f"{data} cannot be mounted")
    try:
        yield data
    finally:
        kept = folder / "kept"
        shutil.copytree(data, kept)
        subprocess.run(["umount", data], check=True)
        shutil.rmtree(data)
        kept.rename(data)


def fill(data):
    """Fills the disk except for some pages."""
    free = os.statvfs(data)
    with (data / "filler").open("wb") as file:
        with contextlib.suppress(OSError):
            file.write(bytes(max(0, free.f_bavail * free.f_frsize - 16384)))


def strike(emulator, plan, data, clients, files):
    """Applies the planned fault; True if the process still serves."""
    process = emulator.process
    if plan.kind == "kill":
        process.kill()
        return False
    if plan.kind == "term":
        process.terminate()
        return False
    if plan.kind == "stop":
        process.send_signal(signal.SIGSTOP)
        time.sleep(plan.rest)
        process.send_signal(signal.SIGCONT)
    elif plan.kind == "disk":
        fill(data)
    elif plan.kind == "files":
        files.begin_planned(plan.failures)
    else:
        largest = max(one.stat().st_size for one in data.iterdir() if one.is_file())
        set_file_limit(process.pid, largest // 2)
    limit = time.monotonic() + 3
    while plan.kind != "stop" and time.monotonic() < limit and process.poll() is None:
        if sum(client.counts.get("unavailable", 0) for client in clients) > len(clients):
            break
        time.sleep(0.02)
    time.sleep(plan.rest)
    if plan.lifts:
        if plan.kind == "disk":
            (data / "filler").unlink()
        elif plan.kind == "limit":
            set_file_limit(process.pid, resource.RLIM_INFINITY)
        elif plan.kind == "files":
            files.end()
        time.sleep(plan.rest)
    return True


def set_file_limit(pid, size):
    if hasattr(resource, "prlimit"):
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


def drive(emulator, plan, data, seeds, counts, log, files):
    """Runs the traffic and the fault until the process has ended; returns the clients and the faults."""
    faults, over, ending = [], threading.Event(), None
    clients = [traffic.Client(one, random.Random(f"{seeds}/{one}")) for one in range(plan.clients)]
    for client in clients:
        client.begin(emulator.host, over)
    time.sleep(plan.moment)
    # A busy machine may need longer for the first response.
    limit = time.monotonic() + 60
    while time.monotonic() < limit and emulator.process.poll() is None and not any(
            client.counts.get("acknowledged") for client in clients):
        time.sleep(0.01)
    if emulator.process.poll() is not None:
        faults.append(f"It ended by itself with {emulator.process.returncode}.")
    elif strike(emulator, plan, data, clients, files):
        if emulator.process.poll() is not None:
            faults.append(f"It ended with {emulator.process.returncode} because of the fault.")
        ending = plan.end
        if ending == "kill":
            emulator.process.kill()
        else:
            emulator.process.terminate()
    over.set()
    faults += traffic.joined(clients)
    for client in clients:
        counts.update(client.counts)
    try:
        code = emulator.process.wait(20)
    except subprocess.TimeoutExpired:
        emulator.kill()
        code = None
    if "term" in (plan.kind, ending) and code != 0:
        # A busy machine: what is not finished after 7 s is given up, with a message and this code. While
        # calls fail the file may not be closed as it should, of which there is a message as well.
        reason = "cannot be used" if plan.kind == "files" else "took too long"
        if code == 1 and reason in log.read_text():
            counts["given up"] += 1
        else:
            faults.append(f"SIGTERM ended it with {code}.")
    if files:
        counts["failed calls"] = files.count
    return clients, faults


def run_round(binary, seed, number, seconds, folder, kind=None):
    """Runs one round; returns its plan, counts, faults and clients. The data file stays in the folder."""
    plan = planned(seed, number, seconds, kind)
    counts = collections.Counter()
    with disk(folder, plan.kind) as data, (folder / "log").open("w") as log:
        path = data / "state.sqlite"
        files = failing_files.FailingFiles(folder, path.name) if plan.kind == "files" else None
        with RunningEmulator(
                binary, path, "--quiet", *(["--fsync"] if plan.fsync else []), stderr=log,
                prefix=files.prefix if files else ()) as emulator:
            clients, faults = drive(emulator, plan, data, f"{seed}/{number}", counts, folder / "log", files)
        (data / "filler").unlink(missing_ok=True)
        # A copy, because the checks restore snapshots: the file of a fault stays as it was found.
        shutil.copytree(data, folder / "checked")
        faults += checks.check(binary, folder / "checked" / "state.sqlite", clients)
        spaces = [space for client in clients for space in client.spaces]
        counts["pending"] = sum(len(space.pending) for space in spaces)
        counts["users"] = sum(len(space.users) for space in spaces)
        counts["tokens"] = sum(len(one.sessions.tokens) + len(one.sessions.codes) for one in clients)
    return plan, counts, faults, clients


def run_in_order(binary, folder, times=6):
    """Runs each kind of change with one client; returns the client and the faults.

    The data file stays in the folder. Unlike a round it has the same changes on every machine.
    """
    data = folder / "data" / "state.sqlite"
    data.parent.mkdir(parents=True)
    client = traffic.Client(1, random.Random(1))
    with RunningEmulator(binary, data, "--quiet") as emulator:
        client.connect(emulator.host)
        client.each(times)
        emulator.stop()
    shutil.copytree(data.parent, folder / "checked")
    return client, client.faults + checks.check(binary, folder / "checked" / data.name, [client])


def line(number, plan, counts, faults):
    figures = ", ".join(
        f"{counts[kind]} {kind}" for kind in COUNTS if counts[kind] or kind not in COUNTS[-2:])
    end = "" if plan.kind in ("kill", "term") else f" then {plan.end}"
    return f"round {number}: {plan.kind}{end}, {plan.clients} clients, {figures}: " + (
        f"{len(faults)} FAULTS" if faults else "ok")


def table(totals):
    columns = ("rounds", *COUNTS, "faults")
    yield "| end | " + " | ".join(columns) + " |"
    yield "|---|" + "---|" * len(columns)
    for kind, counts in sorted(totals.items()):
        yield f"| {kind} | " + " | ".join(f"{counts[one]:,}" for one in columns) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="the number of the first round")
    parser.add_argument("--seconds", type=float, default=1.5, help="the traffic of a round")
    options = parser.parse_args()
    root, totals = pathlib.Path(tempfile.mkdtemp(prefix="torture-")), {}
    binary = os.path.abspath(options.binary)
    failed = False
    for number in range(options.first, options.first + options.rounds):
        folder = root / f"round-{number}"
        plan, counts, faults, _ = run_round(binary, options.seed, number, options.seconds, folder)
        total = totals.setdefault(plan.kind, collections.Counter())
        total.update(counts)
        total.update(rounds=1, faults=len(faults))
        print(line(number, plan, counts, faults), flush=True)
        for fault in faults[:10]:
            print(f"torture: {fault}", file=sys.stderr, flush=True)
        if faults:
            failed = True
            print(f"torture: repeat with --seed {options.seed} --first {number} --rounds 1 "
                  f"--seconds {options.seconds}; the data are in {folder}", file=sys.stderr)
        else:
            shutil.rmtree(folder)
    print(*table(totals), sep="\n")
    if not failed:
        root.rmdir()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
