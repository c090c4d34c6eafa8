"""Each test gets an emulator of its own: the built binary, on a free port, with a data file."""

import json
import os
import pathlib
import subprocess

import pytest
import requests

ROOT = pathlib.Path(__file__).parent.parent.parent
BINARY = os.environ.get("AUTH_EMULATOR", str(ROOT / ".build/debug/auth-emulator"))


class Emulator:
    """A running emulator and the calls that tests make on it without an SDK."""

    def __init__(self, folder, *flags, data="state.sqlite"):
        self.folder = folder
        self.flags = flags
        self.data = str(folder / data)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [BINARY, "start", "--port", "0", "--data", self.data, "--json", *self.flags],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line, "the emulator did not start; its message is above"
        self.ready = json.loads(line)
        self.url = self.ready["url"]
        self.host = self.url.removeprefix("http://")

    def kill(self):
        self.process.kill()
        self.process.wait(20)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            assert self.process.wait(20) == 0

    def client(self, operation, body, version="v1"):
        answer = requests.post(
            f"{self.url}/identitytoolkit.googleapis.com/{version}/{operation}?key=fake", json=body,
            timeout=60)
        return answer.json()

    def owner(self, method, path, body=None, **query):
        """A call of an administrator that no SDK makes here."""
        answer = requests.request(
            method, f"{self.url}/{path}", json=body, params=query, timeout=60,
            headers={"Authorization": "Bearer owner"})
        assert answer.ok, answer.text
        return answer.json()

    def control(self, method, path, body=None):
        answer = requests.request(method, f"{self.url}/emulator/v1/{path}", json=body, timeout=60)
        assert answer.ok, answer.text
        return answer.json()

    def mint(self, issuer, **body):
        return self.control("POST", f"issuers/{issuer}/tokens", body)


@pytest.fixture
def start(tmp_path):
    """Starts emulators with flags, and stops them at the end."""
    running = []

    def begin(*flags, **options):
        emulator = Emulator(tmp_path, *flags, **options)
        running.append(emulator)
        return emulator

    yield begin
    for emulator in running:
        emulator.stop()


@pytest.fixture
def emulator(start):
    return start()
