#!/usr/bin/env python3
"""Shows that each kind of check finds a fault: a statement of the emulator is changed, and the check must fail.

    python3 Tests/Torture/mutants.py BINARY [--only TEXT]

A mutation replaces a part of the SQL of the running binary (mutated_sql.c), so that none needs a build. Its check
passes with the binary as it is and fails with the mutation; else this exits with 1. Prints a table in Markdown.
Needs Linux, a C compiler, a binary that is linked with the system's SQLite, and pytest.
"""

import argparse
import collections
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
RACES, TORTURE = "test_races.py", "torture.run_in_order"

Mutation = collections.namedtuple("Mutation", "promise changes check")


def without_rows(promise, statement, check):
    """A mutation in which a statement that ends with a condition changes no row."""
    return Mutation(promise, [(statement, f"{statement} AND 0")], check)


def not_unique(promise, index, condition, check):
    """A mutation of both guards of a unique value: of its index, and of the search before a change."""
    return Mutation(
        promise, [(f"CREATE UNIQUE INDEX {index}", f"CREATE INDEX {index}"),
                  (condition, f"{condition} AND 0")], check)


# The check is a client test (file::name), or changes of each kind in order with the checks of torture.
MUTATIONS = [
    Mutation("an acknowledged change is stored", [("SET email = ?, email_rank = ?", "SET email_rank = ?2")],
             TORTURE),
    not_unique("an address belongs to one user", "users_email", "AND email = ?",
               f"{RACES}::test_an_address"),
    Mutation("a number belongs to one user", [("AND phone_number = ?", "AND phone_number = ? AND 0")],
             f"{RACES}::test_a_number"),
    not_unique("an identity belongs to one user", "identities_raw_id", "AND provider_id = ? AND raw_id = ?",
               f"{RACES}::test_an_identity_that_is_linked"),
    not_unique("a uid belongs to one user", "users_uid", "AND uid = ?", f"{RACES}::test_a_uid"),
    without_rows("a key that was given up finds no user",
                 "DELETE FROM identities WHERE user_id = ? AND provider_id = ?", TORTURE),
    without_rows("second factors are as acknowledged", "DELETE FROM second_factors WHERE user_id = ?",
                 TORTURE),
    Mutation("pages equal a scan", [("AND uid > ? ORDER BY uid LIMIT ?", "AND uid >= ? ORDER BY uid LIMIT ?")],
             TORTURE),
    without_rows("a code of an e-mail is accepted once",
                 "UPDATE oob_codes SET used_at = ? WHERE code = ?", f"{RACES}::test_a_code_of_an_email"),
    without_rows("a used code stays used", "UPDATE oob_codes SET used_at = ? WHERE code = ?",
                 TORTURE),
    without_rows("an SMS code is accepted once",
                 "UPDATE verification_codes SET used_at = ? WHERE session = ?",
                 f"{RACES}::test_a_code_of_a_text_message"),
    without_rows("a pending token is accepted once", "DELETE FROM pending_credentials WHERE token = ?",
                 f"{RACES}::test_a_pending_token"),
    without_rows("an authorization code is accepted once",
                 "UPDATE authorization_codes SET used_at = ? WHERE code = ?",
                 f"{RACES}::test_an_authorization_code_of_an_issuer"),
    Mutation("a refresh token ends with the change that revokes it",
             [("valid_since = ?, sessions_ended_at = ?", "valid_since = 0 * ?, sessions_ended_at = 0 * ?")],
             f"{RACES}::test_a_refresh_token"),
    Mutation("a session that ended does not come back",
             [("valid_since = ?, sessions_ended_at = ?", "valid_since = 0 * ?, sessions_ended_at = 0 * ?")],
             TORTURE),
    without_rows("of many deletions of a user one succeeds", "DELETE FROM users WHERE id = ?",
                 f"{RACES}::test_a_user_that_is_deleted"),
    without_rows("a deleted tenant is gone", "DELETE FROM tenants WHERE project_id = ? AND id = ?",
                 f"{RACES}::test_a_tenant"),
    without_rows("a reset leaves nothing of a project",
                 "UPDATE account_sets SET project_id = NULL, tenant_id = NULL WHERE project_id = ?",
                 TORTURE),
    Mutation("other programs may read", [("PRAGMA journal_mode = WAL", "PRAGMA locking_mode = EXCLUSIVE; "
                                          "PRAGMA journal_mode = WAL")],
             "test_second_program.py::test_a_program_that_reads"),
]


def library(folder):
    path = pathlib.Path(folder) / "mutated_sql.so"
    subprocess.run(
        ["cc", "-std=c11", "-Wall", "-Werror", "-O2", "-shared", "-fPIC", "-o", path,
         pathlib.Path(__file__).with_name("mutated_sql.c"), "-ldl"], check=True)
    return path


def wrapper(folder, binary, mutation, number):
    """Returns a program that runs the binary with the mutation."""
    path = pathlib.Path(folder) / f"mutant{number}"
    values = [f"LD_PRELOAD={pathlib.Path(folder) / 'mutated_sql.so'}"]
    for place, (before, after) in enumerate(mutation.changes, 1):
        values += [f"MUTATED_FROM{place}={before}", f"MUTATED_TO{place}={after}"]
    path.write_text(f"#!/bin/sh\nexec env {shlex.join(values)} {shlex.quote(binary)} \"$@\"\n")
    path.chmod(0o755)
    return str(path)


def passes(check, binary):
    """Runs a check; returns if it passes, and its last line."""
    if check == TORTURE:
        command = [sys.executable, "-c", IN_ORDER, binary]
    else:
        command = [sys.executable, "-m", "pytest", "-q", "-x", str(ROOT / "Tests/Clients" / check)]
    done = subprocess.run(
        command, env={**os.environ, "AUTH_EMULATOR": binary}, capture_output=True, text=True,
        timeout=600, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("E  ")] or (
        done.stdout.splitlines()[-1:] or done.stderr.splitlines()[-1:])
    return done.returncode == 0, lines[0] if lines else ""


IN_ORDER = f"""
import pathlib, sys, tempfile
sys.path[:0] = [{str(ROOT / 'Tests/Torture')!r}, {str(ROOT / 'Tests/Running')!r}]
import torture
with tempfile.TemporaryDirectory() as folder:
    _, faults = torture.run_in_order(sys.argv[1], pathlib.Path(folder) / "round")
print(faults[0] if faults else "no fault")
sys.exit(1 if faults else 0)
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--only", default="", help="a text in the promise")
    options = parser.parse_args()
    binary, failed, sound = os.path.abspath(options.binary), False, {}
    print("| promise | mutation | check | found |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        library(folder)
        for number, one in enumerate(MUTATIONS):
            if options.only not in one.promise:
                continue
            if one.check not in sound:
                sound[one.check], line = passes(one.check, binary)
                if not sound[one.check]:
                    print(f"mutants: {one.check} fails without a mutation: {line}", file=sys.stderr)
            caught, line = passes(one.check, wrapper(folder, binary, one, number))
            found = sound[one.check] and not caught
            failed |= not found
            changes = ", ".join(f"`{before}` is `{after}`" for before, after in one.changes)
            print(f"| {one.promise} | {changes} | `{one.check}` | {'yes' if found else 'NO'} |", flush=True)
            print(f"mutants: {one.promise}: {line[:200]}", file=sys.stderr, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
