#!/usr/bin/env python3
"""Sends mixed calls for a long time and reports whether memory, the file and latencies stay flat.

Usage: endurance.py BINARY [--minutes N] [--users N] [--connections N] [--output FOLDER]

The mixture is that of bench.lua: mostly reads, sign-ins of known users, refreshed tokens and updates,
and one call in fifty that brings a new user, so the file grows by what the new users need. A minute
is a row: calls a second, p99, memory, the sizes of the file and of its log, users. Afterwards, what
each table and index has of the file. Exits with 1 where a call failed, where memory grew by more than
4 MB after the first third, where the log is larger than its bound, or where a part of the file belongs
to no table. --output writes the table and what it was measured on as a page, endurance.md.
"""

import argparse
import contextlib
import os
import pathlib
import sqlite3
import sys
import tempfile
import time

import bench
import sweep

LOG_MEGABYTES = 20
GROWN_MEGABYTES = 4
# The pages that may be free in the file: the pages of rows that were removed.
FREE_SHARE = 0.02


def megabytes(path):
    return os.path.getsize(path) / 1e6 if os.path.exists(path) else 0


def read(path, query):
    """The rows of a query of the file, over a connection that only reads."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return database.execute(query).fetchall()


def users_of(path):
    return read(path, "SELECT count(*) FROM users")[0][0]


def tables_of(path):
    """The megabytes of each table and index that has a hundredth of the file, and of the rest."""
    sizes = dict(read(path, "SELECT name, pgsize / 1e6 FROM dbstat WHERE aggregate = TRUE ORDER BY 2 DESC"))
    large = {name: size for name, size in sizes.items() if size > sum(sizes.values()) / 100}
    rest = sum(sizes.values()) - sum(large.values())
    return {name: round(size, 1) for name, size in [*large.items(), ("others", rest)]}


def minute(emulator, state, files, connections):
    """One minute of calls, and how the process and its file look afterwards."""
    result = bench.load(emulator, "mixed", 60, *files, connections)
    return {
        **result,
        "residentMegabytes": round(emulator.resident_megabytes(), 1),
        "fileMegabytes": round(megabytes(state), 1),
        "logMegabytes": round(megabytes(state + "-wal"), 1),
        "users": users_of(state),
    }


def problems(rows, size, tables):
    """A sentence for each figure that was not flat."""
    warm, last = rows[len(rows) // 3], rows[-1]
    found = []
    grown = last["residentMegabytes"] - warm["residentMegabytes"]
    if grown > GROWN_MEGABYTES:
        found.append(f"memory grew by {grown:.1f} MB after the first third")
    log = max(row["logMegabytes"] for row in rows)
    if log > LOG_MEGABYTES:
        found.append(f"the log had {log} MB")
    free = size - sum(tables.values())
    if free > size * FREE_SHARE:
        found.append(f"{free:.1f} of {size:.1f} MB of the file belong to no table")
    return found


COLUMNS = {
    "perSecond": "calls a second", "p50Milliseconds": "p50 in ms", "p99Milliseconds": "p99 in ms",
    "residentMegabytes": "memory in MB", "fileMegabytes": "file in MB", "logMegabytes": "log in MB",
    "users": "users",
}


def page(options, start, rows, size, tables, found):
    """The result for people."""
    lines = [
        "# Endurance", "",
        f"See how {options.minutes} minutes of mixed calls affect speed, memory and file size. "
        f"`scripts/bench --endurance --minutes {options.minutes} --output {options.output}` writes this page. "
        f"The machine: {sweep.machine()}.", "", f"{options.connections} connections send mixed calls: 40 % look-ups, 18 % "
        "sign-ins of known users, 18 % refreshed tokens, 12 % updates, 8 % queries, and 1 % each of "
        "minted tokens, sign-ins that need confirmation, new users by a provider and by password. "
        f"Before the calls, the file had {start['fileMegabytes']:.0f} MB with {start['users']:,} users. "
        "\"Log\" is SQLite's write-ahead log.", "",
        "| minute | " + " | ".join(COLUMNS.values()) + " |", "|---" * (len(COLUMNS) + 1) + "|",
    ]
    for number, row in enumerate(rows, 1):
        cells = [f"{row[name]:,}" for name in COLUMNS]
        lines.append(f"| {number} | " + " | ".join(cells) + " |")
    parts = ", ".join(f"{name} {megabytes}" for name, megabytes in tables.items())
    lines += [
        "", f"No call failed. The file has {size:.0f} MB afterwards, in tables and indexes (MB): {parts}. "
        "Pending credentials, codes and tokens of issuers are removed when they expire.", "",
        "Verdict: " + ("; ".join(found) or "flat") + ". Memory, log and unused pages are judged, speed is not.",
    ]
    return "\n".join(lines) + "\n"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("binary")
    arguments.add_argument("--minutes", type=int, default=30)
    arguments.add_argument("--users", type=int, default=100_000)
    arguments.add_argument("--connections", type=int, default=16)
    arguments.add_argument("--output")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "state.sqlite")
        emulator = bench.Emulator(options.binary, state)
        files = bench.known(emulator, folder, options.users)
        time.sleep(4)  # until the log of the import has been copied
        start = {"fileMegabytes": megabytes(state), "users": users_of(state)}
        print("minute | calls/s | p50 ms | p99 ms | resident MB | file MB | log MB | users")
        rows = []
        for number in range(1, options.minutes + 1):
            row = minute(emulator, state, files, options.connections)
            rows.append(row)
            print(number, "|", " | ".join(str(value) for value in row.values()), flush=True)
        emulator.stop()
        size, tables = megabytes(state), tables_of(state)
    found = problems(rows, size, tables)
    if options.output:
        folder = pathlib.Path(options.output)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "endurance.md").write_text(page(options, start, rows, size, tables, found))
    parts = ", ".join(f"{name} {size}" for name, size in tables.items())
    print(f"file after closing: {size:.1f} MB: {parts}")
    print("; ".join(found) or "flat")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
