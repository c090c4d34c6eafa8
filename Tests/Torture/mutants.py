#!/usr/bin/env python3
"""Shows that each kind of check finds a fault: the emulator is changed, and the check must fail.

    python3 Tests/Torture/mutants.py BINARY [--only TEXT]

A mutation replaces a part of the SQL of the running binary (mutated_sql.c), or of the code in a copy of it
(mutated_code.py), so that none needs a build. Its check passes with the binary as it is and fails with the
mutation; else this exits with 1. Prints a table in Markdown. Needs Linux on x86-64, a C compiler, pytest, and a
debug build of the emulator with its tests, which are linked with the system's SQLite.
"""

import argparse
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import mutated_code
from mutant_list import MUTATIONS, TORTURE

ROOT = pathlib.Path(__file__).parent.parent.parent
def library(folder):
    path = pathlib.Path(folder) / "mutated_sql.so"
    subprocess.run(
        ["cc", "-std=c11", "-Wall", "-Werror", "-O2", "-shared", "-fPIC", "-o", path,
         pathlib.Path(__file__).with_name("mutated_sql.c"), "-ldl"], check=True)
    return path


def program(check, binary):
    """Returns the program that a check runs: the emulator, or the tests that are built beside it."""
    return binary if ".py" in check or check == TORTURE else str(
        pathlib.Path(binary).with_name("auth-emulatorPackageTests.xctest"))


def wrapper(folder, original, mutation):
    """Returns a program that runs the original with the mutation."""
    path, copy = (pathlib.Path(folder) / name for name in ("mutant", "mutated"))
    texts = [one for one in mutation.changes if type(one) is tuple]
    codes = [one for one in mutation.changes if type(one) is not tuple]
    values = [f"LD_PRELOAD={pathlib.Path(folder) / 'mutated_sql.so'}"] if texts else []
    for place, (before, after) in enumerate(texts, 1):
        values += [f"MUTATED_FROM{place}={before}", f"MUTATED_TO{place}={after}"]
    if codes:
        mutated_code.mutated(original, codes, copy)
    path.write_text(
        f"#!/bin/sh\nexec env {shlex.join(values)} {shlex.quote(str(copy) if codes else original)} \"$@\"\n")
    path.chmod(0o755)
    return str(path)


def passes(check, binary):
    """Runs a check; returns if it passes, and its last line."""
    if check == TORTURE:
        command = [sys.executable, "-c", IN_ORDER, binary]
    elif check.startswith("Tests/"):
        script, *flags = check.split()
        command = [sys.executable, str(ROOT / script), binary, *flags]
    elif ".py" in check:
        command = [sys.executable, "-m", "pytest", "-q", "-x", str(ROOT / "Tests/Clients" / check)]
    else:
        target, _, name = check.partition("/")
        command = [binary, "--testing-library", "swift-testing", "--filter", f"{target}.*{name}"]
    try:
        done = subprocess.run(
            command, env={**os.environ, "AUTH_EMULATOR": binary}, capture_output=True, text=True,
            timeout=300 if ".py" in check else 100, check=False, cwd=ROOT)
    except subprocess.TimeoutExpired:
        return False, "it does not end"
    output = done.stdout.splitlines() + done.stderr.splitlines()
    lines = [line for line in output if line.startswith(("E  ", "✘"))] or output[-1:]
    # A filter that no test matches passes as well.
    ran = ".py" in check or check == TORTURE or "with 0 tests" not in done.stdout
    return done.returncode == 0 and ran, lines[0] if lines else ""


IN_ORDER = f"""
import pathlib, sys, tempfile
sys.path[:0] = [{str(ROOT / 'Tests/Torture')!r}, {str(ROOT / 'Tests/Running')!r}]
import torture
with tempfile.TemporaryDirectory() as folder:
    _, faults = torture.run_in_order(sys.argv[1], pathlib.Path(folder) / "round")
print(faults[0] if faults else "no fault")
sys.exit(1 if faults else 0)
"""


def described(mutation):
    return ", ".join(
        f"`{one[0]}` is `{one[1]}`" if type(one) is tuple else mutated_code.described(one)
        for one in mutation.changes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--only", default="", help="a text in the promise")
    options = parser.parse_args()
    binary, failed, sound = os.path.abspath(options.binary), False, {}
    print("| promise | mutation | check | found |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        library(folder)
        for one in MUTATIONS:
            if options.only not in one.promise:
                continue
            original = program(one.check, binary)
            if one.check not in sound:
                sound[one.check], line = passes(one.check, original)
                if not sound[one.check]:
                    print(f"mutants: {one.check} fails without a mutation: {line}", file=sys.stderr)
            caught, line = passes(one.check, wrapper(folder, original, one))
            found = sound[one.check] and not caught
            failed |= not found
            print(f"| {one.promise} | {described(one)} | `{one.check}` | {'yes' if found else 'NO'} |",
                  flush=True)
            print(f"mutants: {one.promise}: {line[:200]}", file=sys.stderr, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
