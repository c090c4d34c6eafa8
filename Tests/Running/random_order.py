#!/usr/bin/env python3
"""Runs all tests again and again, each time in another order.

    python3 Tests/Running/random_order.py [--rounds 20] [--seed 1] [--first 1] [--build .build/debug]

The Swift suites of a round are shuffled and run in parts, each in a process of its own, of which so many tests
at a time as the seed says. Meanwhile the client tests run on two processes: their modules are shuffled, and the
tests of a module. A round of a seed has the same order each time. Exits with 1 if a test failed, and prints its
lines. `swift build --build-tests` and `scripts/install-dependencies --tests` come before. A round takes a quarter
less with optimized tests, of `-c release -Xswiftc -enable-testing --scratch-path .build/optimized`, and then
`--build .build/optimized/release`.
"""

import argparse
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).parents[2]
PARTS = 12

# Ignored signals are inherited, and `nohup` ignores this one, which tests send.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

SUITE = re.compile(r"\w+\.(`[^`]*`|\w+)")


def suites(bundle):
    """Returns how many tests each suite has, by its name."""
    listed = subprocess.run(
        [bundle, "--testing-library", "swift-testing", "--list-tests"],
        check=True, capture_output=True, text=True).stdout
    counts = {}
    for line in filter(None, listed.splitlines()):
        name = SUITE.match(line)[0]
        counts[name] = counts.get(name, 0) + 1
    return counts


def reasons(lines):
    """Returns the lines of failed tests, or those that tell where the process crashed."""
    for number, line in enumerate(lines):
        if line.endswith(" crashed:"):
            return [line for line in lines if line.startswith("*** ")] + lines[number:number + 30]
    return [line for line in lines if "✘" in line] or lines[-5:]


def run_suites(bundle, counts, chance):
    """Runs the suites in a random order; returns the lines of failed tests."""
    names, faults = chance.sample(sorted(counts), len(counts)), []
    for number in range(PARTS):
        part = names[number::PARTS]
        width = chance.randint(2, 16)
        done = subprocess.run(
            [bundle, "--testing-library", "swift-testing",
             "--filter", rf"^({'|'.join(map(re.escape, part))})(\(\))?/"],
            env={**os.environ, "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(width)},
            cwd=ROOT, capture_output=True, text=True, check=False)
        lines = (done.stdout + done.stderr).splitlines()
        # Those that lack a tool or a file of this machine.
        skipped = sum("➜" in line for line in lines)
        wanted = f"with {sum(counts[name] for name in part) - skipped} test"
        if done.returncode or not any(wanted in line for line in lines):
            faults += [f"{width} tests at a time, status {done.returncode}, {wanted}s expected"]
            faults += reasons(lines)
    return faults


def start_clients(binary, seed):
    """Starts the client tests in a random order."""
    return subprocess.Popen(
        [ROOT / ".build/venv/bin/python", "-m", "pytest", "-q", "--numprocesses", "2", "--dist", "worksteal",
         "Tests/Clients"],
        env={**os.environ, "AUTH_EMULATOR": str(binary), "TEST_ORDER": seed},
        cwd=ROOT, stdout=subprocess.PIPE, text=True)


def end_clients(clients):
    """Waits for the client tests; returns the lines of failed tests."""
    lines = clients.communicate()[0].splitlines()
    return [line for line in lines if line.startswith(("FAILED", "ERROR", "E  "))] + lines[-1:] \
        if clients.returncode else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="the number of the first round")
    parser.add_argument("--build", default=".build/debug", help="the folder of the built tests")
    options = parser.parse_args()
    build = ROOT / options.build
    bundle = build / "auth-emulatorPackageTests.xctest"
    counts, failed = suites(bundle), 0
    for number in range(options.first, options.first + options.rounds):
        begin, seed = time.monotonic(), f"{options.seed}/{number}"
        clients = start_clients(build / "auth-emulator", seed)
        faults = run_suites(bundle, counts, random.Random(seed)) + end_clients(clients)
        failed += bool(faults)
        print(f"order {seed}: {sum(counts.values()):,} Swift tests and all client tests, "
              f"{time.monotonic() - begin:.0f} s: {'FAILED' if faults else 'passed'}", flush=True)
        for fault in faults[:40]:
            print(f"random_order: {fault}"[:1000], file=sys.stderr, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
