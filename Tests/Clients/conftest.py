"""Each test gets its own emulator: the built binary, on a free port, with a data file."""

import contextlib
import fcntl
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid

import pytest
import requests
from cryptography.hazmat.primitives import serialization

ROOT = pathlib.Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests/Running"))
from emulator import RunningEmulator  # noqa: E402

# Fixtures of a session, made once for all modules of a worker.
pytest_plugins = ["browser", "console", "kits"]

# On macOS /usr/bin/openssl is LibreSSL. Homebrew's OpenSSL is not in PATH.
for prefix in ("/opt/homebrew", "/usr/local"):
    if (folder := pathlib.Path(prefix) / "opt/openssl@3/bin").is_dir():
        os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
        break

BINARY = os.environ.get("AUTH_EMULATOR", str(ROOT / ".build/debug/auth-emulator"))

# Ignored signals are inherited, and `nohup` ignores this one, which tests send.
signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Emulator(RunningEmulator):
    """A running emulator and the calls that tests make on it without an SDK."""

    def __init__(self, folder, *flags, data="state.sqlite", stderr=None, **options):
        self.folder = folder
        super().__init__(BINARY, folder / data, *flags, stderr=stderr, **options)

    def wait_until_it_answers(self, url, seconds=60):
        """Waits for an emulator without a ready line; the caller has chosen the port."""
        self.url, self.host = url, url.removeprefix("http://")
        limit = time.monotonic() + seconds
        while True:
            try:
                return requests.get(url, timeout=seconds)
            except requests.ConnectionError:
                assert self.process.poll() is None, "it has ended"
                assert time.monotonic() < limit, "it does not answer"
                time.sleep(0.02)

    def client(self, operation, body, version="v1"):
        answer = requests.post(
            f"{self.url}/identitytoolkit.googleapis.com/{version}/{operation}?key=fake", json=body,
            timeout=60)
        return answer.json()

    def send(self, method, path, body=None, params=None):
        """Sends an administrator's call and returns its response, whatever the status."""
        return requests.request(
            method, f"{self.url}/{path}", json=body, params=params, timeout=120,
            headers={"Authorization": "Bearer owner"})

    def owner(self, method, path, body=None, **query):
        """Sends an administrator's call that has no method in an SDK."""
        answer = self.send(method, path, body, params=query)
        assert answer.ok, answer.text
        return answer.json()

    def stored(self, uids):
        """The users of a list of uids that the default project has."""
        found = self.owner("POST", "v1/projects/demo-project/accounts:lookup", {"localId": uids})
        return found.get("users", [])

    def control(self, method, path, body=None):
        answer = requests.request(method, f"{self.url}/emulator/v1/{path}", json=body, timeout=60)
        assert answer.ok, answer.text
        return answer.json()

    def new_project(self, name):
        """A project that no other test has, with the key emulator-{project}."""
        project = f"{name}-{uuid.uuid4().hex[:12]}"
        self.control("PATCH", f"projects/{project}/settings", {})
        return project

    def mint(self, issuer, **body):
        return self.control("POST", f"issuers/{issuer}/tokens", body)

    @contextlib.contextmanager
    def defect(self, issuer, name):
        """The next token of an issuer has a defect."""
        self.control("POST", f"issuers/{issuer}/faults", {"effect": {"defect": name}, "times": 1})
        try:
            yield
        finally:
            self.control("DELETE", f"issuers/{issuer}/faults")


def pytest_collection_modifyitems(items):
    """Shuffles modules, and the tests in them, for Tests/Running/random_order.py; alike on each worker."""
    if "TEST_ORDER" in os.environ:
        chance = random.Random(os.environ["TEST_ORDER"])
        modules = {item.path: chance.random() for item in items}
        items.sort(key=lambda item: (modules[item.path], chance.random()))


def pem(key):
    """A private key as text, as files and configurations have it."""
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


def own_port():
    """Returns a free port below those that a system gives to port 0, so that no other program gets it meanwhile."""
    while True:
        port = random.randrange(10_000, 20_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def once(tmp_path_factory, name, make):
    """The path that `make` filled, by the first worker that asks."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    path = folder / name
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            make(path)
    return path


# Issuers that the list does not have; they are created by name.
OWN_ISSUERS = ["oidc.acme", "oidc.app", "oidc.checked", "oidc.corp", "oidc.example"]
SAML_ISSUERS = ["saml.acme", "saml.corp", "saml.partner"]


@pytest.fixture(scope="session")
def keyed_file(tmp_path_factory):
    """A data file with the issuers' signing keys and no other data.

    The emulator generates a missing key at its first use, on a thread of low priority. This takes seconds
    where two tests use the processors. One file serves all workers.
    """

    def make(path):
        folder = path.parent
        emulator = Emulator(folder, "--sign-id-tokens", data="keying.sqlite", stderr=subprocess.DEVNULL)
        listed = emulator.control("GET", "issuers")["issuers"]
        named = [emulator.control("GET", f"issuers/{name}") for name in OWN_ISSUERS]
        own = requests.get(
            f"{emulator.url}/securetoken.google.com/p/.well-known/openid-configuration", timeout=120).json()
        for address in [own["jwks_uri"], *(one["jwksUri"] for one in [*listed, *named] if "jwksUri" in one)]:
            assert requests.get(address, timeout=300).json()["keys"], address
        for name in SAML_ISSUERS:
            assert requests.get(f"{emulator.url}/issuers/{name}/metadata", timeout=300).ok, name
        emulator.stop()
        (folder / "keying.sqlite").rename(path)

    return once(tmp_path_factory, "keyed.sqlite", make)


@pytest.fixture(scope="session")
def packages(tmp_path_factory):
    """The folder of the packages that `scripts/package` makes of the binary under test."""

    def make(path):
        done = subprocess.run(
            [str(ROOT / "scripts/package"), "--binary", BINARY, "--output", str(path), "--level", "1"],
            capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr

    return once(tmp_path_factory, "packages", make)


@pytest.fixture(scope="session")
def small_binary(tmp_path_factory):
    """A program of some kilobytes that runs the binary under test, for tests of how packages are made."""

    def make(path):
        target = json.dumps(str(pathlib.Path(BINARY).resolve()))
        source = f"#include <unistd.h>\nint main(int n, char **words) {{ return execv({target}, words); }}\n"
        subprocess.run(["clang", "-x", "c", "-", "-o", str(path)], input=source, text=True, check=True)

    return once(tmp_path_factory, "small", make)


@contextlib.contextmanager
def running(folder, keyed_file, *flags, stderr=None):
    """An emulator in a folder, with a file of signing keys."""
    shutil.copy(keyed_file, folder / "state.sqlite")
    with Emulator(folder, *flags, stderr=stderr) as emulator:
        yield emulator
        emulator.stop()


@pytest.fixture
def start(tmp_path, request):
    """Starts emulators with flags, and stops them at the end.

    The first emulator starts with a file of signing keys, except in a test that is marked `new_file`.
    """
    running = []

    def begin(*flags, **options):
        file = tmp_path / options.get("data", "state.sqlite")
        if not file.exists() and not request.node.get_closest_marker("new_file"):
            shutil.copy(request.getfixturevalue("keyed_file"), file)
        emulator = Emulator(tmp_path, *flags, **options)
        running.append(emulator)
        return emulator

    yield begin
    for emulator in running:
        emulator.stop()


@pytest.fixture
def admin_app(monkeypatch):
    """Returns the Python Admin SDK's app of an emulator."""
    import firebase_admin  # Takes a second, and few files use it.
    apps, options = [], {"projectId": "demo-project"}

    def begin(emulator):
        monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", emulator.host)
        apps.append(firebase_admin.initialize_app(options=options, name=uuid.uuid4().hex))
        return apps[-1]

    yield begin
    for app in apps:
        firebase_admin.delete_app(app)


def pytest_configure(config):
    config.addinivalue_line("markers", "new_file: the emulator makes its data file itself.")


@pytest.fixture
def emulator(start):
    return start()
