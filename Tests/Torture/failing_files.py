"""Failing calls of the file system, by failing_files.c in the process of the emulator."""

import errno
import functools
import mmap
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

WRITE, SYNC, OPEN, TRUNCATE, RENAME = 1, 2, 4, 8, 16
ALL = WRITE | SYNC | OPEN | TRUNCATE | RENAME
SOURCE = pathlib.Path(__file__).with_suffix(".c")


@functools.cache
def library(source=SOURCE):
    """Compiles a library for LD_PRELOAD; None where that is impossible: it needs Linux and a C compiler."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if sys.platform != "linux" or not compiler:
        return None
    folder = tempfile.TemporaryDirectory(prefix="preloaded-")
    path = pathlib.Path(folder.name) / f"{source.stem}.so"
    subprocess.run(
        [compiler, "-std=c11", "-Wall", "-Werror", "-O2", "-shared", "-fPIC", "-o", path, source, "-ldl"],
        check=True)
    # The folder exists as long as this value.
    return folder, path


class FailingFiles:
    """The plan of failures of one process; none fails before `begin`."""

    def __init__(self, folder, part):
        """folder is for the shared file; part is in the path of each file that fails."""
        file = pathlib.Path(folder) / "failing-files"
        file.write_bytes(bytes(32))
        self.prefix = (
            "env", f"LD_PRELOAD={library()[1]}", f"FAILING_FILES={file}", f"FAILING_FILES_PART={part}")
        with file.open("r+b") as opened:
            self.plan = mmap.mmap(opened.fileno(), 32)

    def begin(self, kinds, every, error=errno.EIO, half=False, first=None):
        """Lets each call fail that follows `every` successes of these kinds."""
        first = every if first is None else first
        # The kinds come last: until they are there nothing fails.
        self.plan[4:20] = struct.pack("4i", first, every, error, half)
        self.plan[0:4] = struct.pack("i", kinds)

    def begin_planned(self, seed):
        """Plans the failures from a text."""
        chance = random.Random(seed)
        self.begin(
            chance.choice((WRITE, SYNC, OPEN, TRUNCATE | RENAME, WRITE | SYNC, ALL)),
            chance.choice((0, 1, 3, 10, 40)), chance.choice((errno.EIO, errno.ENOSPC)), chance.random() < 0.5)

    def end(self):
        self.plan[0:4] = bytes(4)

    @property
    def count(self):
        return struct.unpack("i", self.plan[20:24])[0]
