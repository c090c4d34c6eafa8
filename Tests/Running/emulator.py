"""Starts the built binary on a free port: for client tests, benchmarks and the soak test."""

import http.client
import json
import subprocess


class RunningEmulator:
    """A process of the emulator, with a data file."""

    def __init__(self, binary, data, *flags, port=0, prefix=(), stderr=subprocess.DEVNULL, waits=True):
        """prefix is a command that runs the emulator; waits is True to wait for the ready line."""
        self.binary, self.data, self.flags = binary, str(data), flags
        self.port, self.prefix, self.stderr = str(port), prefix, stderr
        self.start(waits)

    def start(self, waits=True):
        self.process = subprocess.Popen(
            [*self.prefix, self.binary, "start", "--port", self.port, "--data", self.data, "--json",
             *self.flags],
            stdout=subprocess.PIPE, stderr=self.stderr, text=True)
        if not waits:
            return
        line = self.process.stdout.readline()
        assert line, "the emulator did not start; its message is above"
        self.ready = json.loads(line)
        self.url = self.ready["url"]
        self.host = self.url.removeprefix("http://")

    def exchange(self, method, path, body=None, headers=None):
        """Sends a request over a new connection and returns status and text of its response."""
        connection = http.client.HTTPConnection(self.host, timeout=120)
        connection.request(
            method, path, body and json.dumps(body), {"Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def call(self, method, path, body=None, headers=None):
        """Sends a request over a new connection and returns the JSON of its response."""
        status, text = self.exchange(method, path, body, headers)
        assert status == 200, text
        return json.loads(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Kills the process, unless the block has stopped it."""
        self.kill()

    def kill(self):
        self.process.kill()
        self.process.wait(20)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            assert self.process.wait(20) == 0
