#!/usr/bin/env python3
"""Short rounds of traffic that end with SIGKILL, on data files that grow old.

    python3 Tests/Torture/kills.py BINARY [--rounds 200] [--files 4] [--seed 1] [--life 25] [--whole 10] [--folder FOLDER]

A data file lives for --life rounds, beside --files - 1 others. In each, 8 to 16 clients send requests until a planned number of them was
acknowledged, the process is killed, and started again on the file. checks.py compares the data of this process
with what was acknowledged, and the next round's traffic goes to it. Each --whole rounds, and at the end of a
file, every key and snapshot of its life is compared; else those of the round, and some of the older ones.
Exits with 1 at a fault and keeps the data as they were after the kill. SIGTERM ends the run after the rounds
under way.
Needs nothing but Python.
"""

import argparse
import collections
import concurrent.futures
import functools
import math
import multiprocessing
import os
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import threading
import time

import checks
import traffic
from emulator import RunningEmulator

# Acknowledged requests of a round, and the longest wait for them in seconds.
LEAST, MOST, PATIENCE = 5, 90, 10
FAULTY_FILES = 5

# A round waits more than it computes, and the clients of one process share a core: files run in processes.
PROCESSES = multiprocessing.get_context("fork")
OVER = PROCESSES.Event()


def kill_in_traffic(emulator, clients, chance):
    """Kills the process while the clients send requests; returns the faults."""
    over, faults = threading.Event(), []
    wanted = acknowledged(clients) + chance.randint(LEAST, MOST)
    for client in clients:
        client.begin(emulator.host, over)
    limit = time.monotonic() + PATIENCE
    while acknowledged(clients) < wanted and time.monotonic() < limit:
        if emulator.process.poll() is not None:
            faults.append(f"It ended by itself with {emulator.process.returncode}.")
            break
        time.sleep(0.002)
    # So that it does not always follow a response.
    time.sleep(chance.uniform(0, 0.004))
    emulator.kill()
    over.set()
    return faults + traffic.joined(clients)


def acknowledged(clients):
    return sum(client.counts.get("acknowledged", 0) for client in clients)


def run_file(binary, seed, number, folder, rounds, whole, is_over=lambda: False):
    """Runs the rounds of one file; returns the counts and faults. The data stay in the folder."""
    chance = random.Random(f"{seed}/{number}")
    flags = ["--quiet", *(["--fsync"] if chance.random() < 0.2 else [])]
    clients = [
        traffic.Client(one, random.Random(f"{seed}/{number}/{one}")) for one in range(chance.randint(8, 16))]
    counts, faults = collections.Counter(), []
    data, kept = folder / "data", folder / "killed"
    data.mkdir(parents=True)
    with (folder / "log").open("w") as log:
        emulator = RunningEmulator(binary, data / "state.sqlite", *flags, stderr=log)
        try:
            for one in range(1, rounds + 1):
                faults += kill_in_traffic(emulator, clients, chance)
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(data, kept)
                emulator.start()
                is_last = one == rounds or is_over()
                is_whole = is_last or one % whole == 0
                different, found = checks.compare(
                    emulator, data / "state.sqlite", clients, None if is_whole else chance)
                faults += different + list(checks.integrity(data / "state.sqlite", "ro"))
                counts.update(rounds=1, whole=is_whole)
                if faults or is_last:
                    break
                for client in clients:
                    counts["pending"] += sum(len(space.pending) for space in client.spaces)
                    client.resume(found, emulator)
        except AssertionError as error:
            faults.append(f"It does not start again: {error}")
        finally:
            emulator.kill()
    for client in clients:
        counts.update(client.counts)
        counts["keys"] += sum(len(space.old_keys | space.used_keys) for space in client.spaces)
    counts["users"] = sum(map(len, found.pages.values())) if not faults else 0
    counts["kilobytes"] = (data / "state.sqlite").stat().st_size >> 10
    return counts, faults


def run_numbered_file(options, root, number):
    """Runs one file of the whole; returns its number, counts, faults and seconds a round."""
    if OVER.is_set():
        return number, collections.Counter(), [], 0
    folder, begin = root / f"file-{number}", time.monotonic()
    counts, faults = run_file(
        os.path.abspath(options.binary), options.seed, number, folder,
        min(options.life, options.rounds - (number - 1) * options.life), options.whole, OVER.is_set)
    if not faults:
        shutil.rmtree(folder)
    return number, counts, faults, (time.monotonic() - begin) / max(1, counts["rounds"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--files", type=int, default=4, help="the data files in use at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--life", type=int, default=25, help="the rounds of a data file")
    parser.add_argument("--whole", type=int, default=10, help="the rounds from one full comparison to the next")
    parser.add_argument("--folder", help="the folder for the data files (default: a temporary one)")
    options = parser.parse_args()
    root = pathlib.Path(tempfile.mkdtemp(prefix="kills-", dir=options.folder))
    total, faulty = collections.Counter(), 0
    signal.signal(signal.SIGTERM, lambda *_: OVER.set())
    run = functools.partial(run_numbered_file, options, root)
    numbers = range(1, 1 + math.ceil(options.rounds / options.life))
    with concurrent.futures.ProcessPoolExecutor(options.files, PROCESSES) as pool:
        for one in concurrent.futures.as_completed(pool.submit(run, number) for number in numbers):
            number, counts, faults, seconds = one.result()
            if not counts:
                continue
            total.update(counts)
            total.update(files=1, faults=len(faults))
            print(f"file {number}, {seconds:.2f} s a round: {text(counts)}; in all {text(total)}", flush=True)
            for fault in faults[:10]:
                print(f"kills: {fault}"[:2000], file=sys.stderr, flush=True)
            if faults:
                faulty += 1
                print(f"kills: the data are in {root / f'file-{number}'}", file=sys.stderr, flush=True)
            if faulty == FAULTY_FILES:
                OVER.set()
    if not faulty:
        root.rmdir()
    sys.exit(1 if faulty else 0)


def text(counts):
    return ", ".join(f"{value:,} {kind}" for kind, value in sorted(counts.items()))


if __name__ == "__main__":
    main()
