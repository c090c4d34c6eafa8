"""Each test gets an emulator of its own: the built binary, on a free port, with a data file."""

import json
import os
import pathlib
import subprocess
import time

import pytest
import requests

ROOT = pathlib.Path(__file__).parent.parent.parent
BINARY = os.environ.get("AUTH_EMULATOR", str(ROOT / ".build/debug/auth-emulator"))


class Emulator:
    """A running emulator and the calls that tests make on it without an SDK."""

    def __init__(
            self, folder, *flags, data="state.sqlite", port=0, prefix=(), stderr=None,
            waits=True):
        """prefix is a command that runs the emulator; waits is whether stdout says it is ready."""
        self.folder = folder
        self.flags = flags
        self.data = str(folder / data)
        self.port, self.prefix, self.stderr = str(port), prefix, stderr
        self.start(waits)

    def start(self, waits=True):
        self.process = subprocess.Popen(
            [*self.prefix, BINARY, "start", "--port", self.port, "--data", self.data, "--json",
             *self.flags],
            stdout=subprocess.PIPE, stderr=self.stderr, text=True)
        if not waits:
            return
        line = self.process.stdout.readline()
        assert line, "the emulator did not start; its message is above"
        self.ready = json.loads(line)
        self.url = self.ready["url"]
        self.host = self.url.removeprefix("http://")

    def wait_until_it_answers(self, url, seconds=60):
        """For one that cannot say where it is: the caller has chosen the port."""
        self.url, self.host = url, url.removeprefix("http://")
        limit = time.monotonic() + seconds
        while True:
            try:
                return requests.get(url, timeout=seconds)
            except requests.ConnectionError:
                assert self.process.poll() is None, "it has ended"
                assert time.monotonic() < limit, "it does not answer"
                time.sleep(0.02)

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
