"""A running emulator: its start, its calls, and what all projects share."""

from __future__ import annotations

import http.client
import json
import os
import secrets
import shutil
import subprocess
import sysconfig
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from ._calls import AuthEmulatorError, present
from ._project import Project
from ._state import Clock, Faults


def binary() -> str:
    """Returns the path of the command: AUTH_EMULATOR_BINARY, beside this Python, or on PATH."""
    beside = os.path.join(sysconfig.get_path("scripts"), "auth-emulator")
    found = os.environ.get("AUTH_EMULATOR_BINARY") or shutil.which(beside) or shutil.which(
        "auth-emulator")
    if not found:
        raise AuthEmulatorError(
            "The command auth-emulator was not found. Install the package auth-emulator, or set"
            " AUTH_EMULATOR_BINARY to its path.")
    return found


class Emulator:
    """A running emulator."""

    def __init__(self, url: str):
        """Uses the emulator at a URL such as `http://127.0.0.1:9099`; sends nothing yet."""
        self.url = url.rstrip("/")
        self._process: subprocess.Popen[str] | None = None
        # Calls of this machine never go through a proxy.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    @classmethod
    def join(cls, url: str | None = None) -> Emulator:
        """Joins the emulator of a URL, AUTH_EMULATOR_URL, FIREBASE_AUTH_EMULATOR_HOST or port 9099.

        Raises AuthEmulatorError where none answers.
        """
        host = os.environ.get("FIREBASE_AUTH_EMULATOR_HOST") or "127.0.0.1:9099"
        emulator = cls(url or os.environ.get("AUTH_EMULATOR_URL") or f"http://{host}")
        emulator.health()
        return emulator

    @classmethod
    def launch(cls, *flags: str) -> Emulator:
        """Starts an emulator on a free port that stores nothing, and ends with this process.

        `flags` are flags of `auth-emulator start`. Raises AuthEmulatorError if it does not start.
        """
        # The command reads its input until this process closes it or ends.
        process = subprocess.Popen(
            [binary(), "exec", *flags, "--", "sh", "-c",
             'echo "$AUTH_EMULATOR_URL"; exec cat >/dev/null'],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if not url:
            raise AuthEmulatorError(
                f"auth-emulator ended with code {process.wait()} before it answered;"
                " it printed the reason on standard error.")
        emulator = cls(url)
        emulator._process = process
        return emulator

    def stop(self) -> None:
        """Stops an emulator that `launch` started; leaves any other alone."""
        if self._process:
            self._process.communicate()
            self._process = None

    def call(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Sends a call below `/emulator/v1`, and returns its answer.

        A query value of None is left out. Raises AuthEmulatorError.
        """
        answer = self.send(method, f"/emulator/v1/{path}", body, **query)
        try:
            return json.loads(answer)
        except ValueError:
            raise AuthEmulatorError(
                f"The server at {self.url} is not an emulator: its answer is not JSON. Set"
                " AUTH_EMULATOR_URL to the address of one.") from None

    def send(self, method: str, path: str, body: Any = None, **query: Any) -> bytes:
        """Sends a call with an administrator's privileges, and returns the bytes of its answer."""
        pairs = present(**query)
        request = urllib.request.Request(
            self.url + path + ("?" + urllib.parse.urlencode(pairs) if pairs else ""),
            method=method, data=None if body is None else json.dumps(body).encode(),
            # The request log separates the app's requests from those of tests by the first.
            headers={"X-Emulator-Tool": "kit", "Authorization": "Bearer owner",
                     "Content-Type": "application/json"})
        try:
            with self._opener.open(request, timeout=60) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            text = error.read().decode(errors="replace")
            try:
                text = json.loads(text)["error"]["message"]
            except (ValueError, KeyError, TypeError):
                pass
            raise AuthEmulatorError(text, error.code) from None
        except (OSError, http.client.HTTPException) as error:
            raise AuthEmulatorError(
                f"No emulator answers at {self.url} ({error}). Start one with"
                " `auth-emulator start`, or set AUTH_EMULATOR_URL.") from None

    def health(self) -> dict[str, Any]:
        """Returns version, default project and data file."""
        return self.call("GET", "health")

    def project(self, id: str | None = None) -> Project:
        """Creates a project where it does not exist: by its id, or one that no other test has."""
        project = Project(self, id or f"test-{secrets.token_hex(6)}")
        project.set()
        return project

    @property
    def clock(self) -> Clock:
        """The clock, which all projects share."""
        return Clock(self)

    @property
    def faults(self) -> Faults:
        """The faults of all projects."""
        return Faults(self, None)

    def reset(self) -> None:
        """Empties every project, and returns the clock to the machine's time."""
        self.call("POST", "reset", {"to": "empty"})
