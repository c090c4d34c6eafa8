"""The shared parts of the tests of the kits: the installed packages, a server that is not an emulator, and the tasks."""

import contextlib
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse

import playwright
import pytest
import requests
from browser import executable
from conftest import BINARY
from pages import ROOT


def run(*arguments, code=0, **options):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, timeout=120, **options)
    assert done.returncode == code, f"{arguments}: {done.stdout}{done.stderr}"
    return done.stdout


def alone(environment):
    """Without the variables by which a test would join an emulator."""
    return {k: v for k, v in environment.items() if k not in (
        "AUTH_EMULATOR_URL", "FIREBASE_AUTH_EMULATOR_HOST", "PYTEST_ADDOPTS")}


def in_node(script, *arguments):
    """Runs a script with the Node that playwright brings, whose driver it finds in DRIVER."""
    driver = pathlib.Path(playwright.__file__).parent / "driver"
    if not (driver / "node").exists():
        pytest.skip("playwright brings no Node here")
    return run(driver / "node", script, *arguments, env={
        **alone(os.environ), "DRIVER": str(driver / "package"), "CHROMIUM": executable() or "",
        "AUTH_EMULATOR_BINARY": str(pathlib.Path(BINARY).absolute())})


@pytest.fixture(scope="session")
def wheel(packages, tmp_path_factory):
    """The environment in which the wheel is installed, in a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    (file,) = packages.glob("*.whl")
    run(sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--target", folder, file)
    return {**os.environ, "PYTHONPATH": str(folder), "PATH": f"{folder}/bin:{os.environ['PATH']}"}


@pytest.fixture(scope="session")
def npm(packages, tmp_path_factory):
    """A folder in which the packages of npm are installed."""
    if not shutil.which("npm"):
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("npm")
    (folder / "package.json").write_text('{"name": "app", "private": true}')
    run("npm", "install", "--offline", "--no-audit", "--no-fund", *packages.glob("*.tgz"), cwd=folder)
    return folder


@contextlib.contextmanager
def another_server(missing):
    """Serves an answer that is not an emulator's, and that lacks `missing` bytes; yields the URL."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", str(5 + missing))
            self.end_headers()
            self.wfile.write(b"hello")

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def follows_the_description(emulator):
    """Compares what a client changed with the emulator's description of the control API.

    Its reads are not in the log; the emulator refuses unknown ones.
    """
    description = requests.get(f"{emulator.url}/emulator/openapi.json", timeout=60).json()
    paths = [
        (re.compile(re.sub(r"\\{\w+\\}", "[^/:]+", re.escape(path))), operations)
        for path, operations in description["paths"].items() if path.startswith("/emulator/v1")]
    seen = set()
    for sent in emulator.control("GET", "requests?limit=1000&app=false")["requests"]:
        url = urllib.parse.urlsplit(sent["path"])
        if not url.path.startswith("/emulator/v1"):
            continue
        operations = [
            operations[sent["method"].lower()] for pattern, operations in paths
            if pattern.fullmatch(url.path) and sent["method"].lower() in operations]
        assert operations, f"{sent['method']} {url.path} is not in the description"
        known = {p["name"] for operation in operations for p in operation.get("parameters", [])}
        assert set(urllib.parse.parse_qs(url.query)) <= known, sent["path"]
        assert sent["unknownFields"] == [], sent
        seen.add(operations[0]["operationId"])
    assert len(seen) > 10, seen


# The table of the kits: a header, a row for each task, and a row for the fixtures.
HEADER, *TASKS, FIXTURES = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "Sources/Clients/README.md").read_text().split("## What each kit has")[1].splitlines()
    if line.startswith("| ")]


def tasks(kit):
    """Returns the tasks of a kit that need no browser."""
    return {row[0] for row in TASKS if row[HEADER.index(kit)] != "–" and row[0] != "a sign-in in a browser"}


def does_every_task(kit, output):
    """Compares the tasks that a program printed with the rows of the table."""
    done = output.splitlines()
    assert set(done) == tasks(kit) and len(done) == len(set(done))
