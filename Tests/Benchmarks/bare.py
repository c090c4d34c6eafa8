"""The floor that does not change with the emulator: bare libmicrohttpd with a constant answer."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).with_suffix(".c")


class Server:
    """The program on a port of its own; `url` is what bench.load measures."""

    def __init__(self, program):
        # The program also ends when this process does, which closes its standard input.
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}"

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


def build(folder):
    """Compiles the server into a folder; the path of the program."""
    compiler = shutil.which("cc")
    if not compiler:
        sys.exit("The C compiler `cc`, which builds bare.c, is missing. Install the package gcc.")
    program = os.path.join(folder, "bare")
    command = [compiler, "-O2", "-Wall", "-Wextra", "-o", program, str(SOURCE), "-lmicrohttpd"]
    if subprocess.run(command).returncode != 0:
        sys.exit("The C compiler could not build bare.c. Install the packages libmicrohttpd-dev and libc6-dev.")
    return program


@contextlib.contextmanager
def server():
    """Builds the server, and runs it until the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        started = Server(build(folder))
        try:
            yield started
        finally:
            started.stop()
