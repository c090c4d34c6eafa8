"""Drives auth-emulator from tests: a project for each test, seeds, time, faults, snapshots, tokens.

Every method is one call of the control API, whose bodies and answers `docs/control-api.md` describes.
"""

from __future__ import annotations

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

__all__ = ["AuthEmulatorError", "Clock", "Emulator", "Faults", "Project", "Snapshot", "binary"]


class AuthEmulatorError(Exception):
    """A call that failed, with the emulator's own message; `status` is None without an answer."""

    def __init__(self, message: str, status: int | None = None):
        super().__init__(message)
        self.status = status


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


def _part(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def _present(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


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
        return json.loads(self.send(method, f"/emulator/v1/{path}", body, **query))

    def send(self, method: str, path: str, body: Any = None, **query: Any) -> bytes:
        """Sends a call with an administrator's privileges, and returns the bytes of its answer."""
        pairs = _present(**query)
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
        except OSError as error:
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


class Clock:
    """The emulator's clock; every method returns `now`, `offsetMilliseconds`, `frozen`, `warnings`."""

    def __init__(self, emulator: Emulator):
        self._emulator = emulator

    def state(self) -> dict[str, Any]:
        """Returns the time without a change."""
        return self._emulator.call("GET", "clock")

    def advance(self, **time: int) -> dict[str, Any]:
        """Moves the clock by the sum of milliseconds, seconds, minutes, hours and days."""
        return self._emulator.call("POST", "clock:advance", time)

    def set(self, now: str, frozen: bool = False) -> dict[str, Any]:
        """Sets the time, as RFC 3339, and stops the clock if `frozen`."""
        return self._emulator.call("POST", "clock:set", {"now": now, "frozen": frozen})

    def freeze(self) -> dict[str, Any]:
        """Stops the clock."""
        return self._emulator.call("POST", "clock:freeze", {})

    def reset(self) -> dict[str, Any]:
        """Returns to the machine's time."""
        return self._emulator.call("POST", "clock:reset", {})


class Faults:
    """Requests that fail, are late or lose their connection: of a project, or of all."""

    def __init__(self, emulator: Emulator, project: str | None):
        self._emulator, self._project = emulator, project

    def add(
        self, effect: dict[str, Any], on: str | dict[str, Any] | None = None, *,
        times: int | None = None, probability: float | None = None, seed: int | None = None,
    ) -> str:
        """Sets a fault such as `{"status": 503}`, and returns its id.

        `on` is an operation such as `accounts:lookup`, or a match of the control API.
        """
        match = {"operation": on} if isinstance(on, str) else dict(on or {})
        if self._project:
            match["project"] = self._project
        return self._emulator.call("POST", "faults", _present(
            match=match, effect=effect, times=times, probability=probability, seed=seed))["id"]

    def list(self) -> list[dict[str, Any]]:
        """Returns the faults that are left."""
        return self._emulator.call("GET", "faults", project=self._project)["faults"]

    def remove(self, id: str) -> None:
        """Removes a fault, which may be used up."""
        try:
            self._emulator.call("DELETE", f"faults/{_part(id)}")
        except AuthEmulatorError as error:
            if error.status != 404:
                raise

    def remove_all(self) -> None:
        """Removes every fault."""
        self._emulator.call("DELETE", "faults", project=self._project)


class _Fault:
    def __init__(self, faults: Faults, id: str):
        self._faults, self.id = faults, id

    def __enter__(self) -> _Fault:
        return self

    def __exit__(self, *_: object) -> None:
        self._faults.remove(self.id)


class Snapshot:
    """A stored state of a project; `with` returns to it at the end and removes it."""

    def __init__(self, project: Project, name: str):
        self._project, self.name = project, name

    def restore(self) -> None:
        """Returns the project to this state."""
        self._project.restore(self.name)

    def __enter__(self) -> Snapshot:
        return self

    def __exit__(self, *_: object) -> None:
        self.restore()
        self._project.emulator.call("DELETE", f"snapshots/{_part(self.name)}")


class Project:
    """A project of an emulator; no other project sees its users, people, codes and settings."""

    def __init__(self, emulator: Emulator, id: str):
        self.emulator, self.id = emulator, id

    def __repr__(self) -> str:
        return f"<Project {self.id} at {self.url}>"

    @property
    def url(self) -> str:
        """The emulator's address."""
        return self.emulator.url

    @property
    def host(self) -> str:
        """Host and port, as FIREBASE_AUTH_EMULATOR_HOST has them."""
        return urllib.parse.urlsplit(self.url).netloc

    @property
    def api_key(self) -> str:
        """The API key that selects this project."""
        return f"emulator-{self.id}"

    @property
    def environment(self) -> dict[str, str]:
        """The variables by which Admin SDKs find this project."""
        return {"AUTH_EMULATOR_URL": self.url, "FIREBASE_AUTH_EMULATOR_HOST": self.host,
                "GCLOUD_PROJECT": self.id, "GOOGLE_CLOUD_PROJECT": self.id}

    def endpoint(
        self, method: str, service: str = "identitytoolkit", version: str = "v1"
    ) -> str:
        """Returns the URL of a call of an SDK with this project's key, such as `accounts:signUp`."""
        return f"{self.url}/{service}.googleapis.com/{version}/{method}?key={self.api_key}"

    def _call(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        return self.emulator.call(method, f"projects/{_part(self.id)}/{path}", body, **query)

    # State

    def seed(self, **parts: Any) -> dict[str, Any]:
        """Stores `users`, `people`, `providers`, `tenants`, `settings` of a seed document, or nothing."""
        return self.emulator.call("POST", "seed", {"version": 1, "projects": {self.id: parts}})

    def export(self, plain_passwords: bool = False) -> dict[str, Any]:
        """Returns the project as a seed document."""
        return self.emulator.call(
            "GET", "export", project=self.id, plainPasswords="true" if plain_passwords else None)

    def remove_users(self) -> None:
        """Removes all users, with their codes and sessions."""
        self._call("DELETE", "accounts")

    def settings(self) -> dict[str, Any]:
        """Returns the value of every switch."""
        return self._call("GET", "settings")

    def set(self, **switches: str) -> dict[str, Any]:
        """Sets switches, such as `set(recentLogin="on")` or `set(profile="production")`."""
        return self._call("PATCH", "settings", switches)

    def snapshot(self, name: str | None = None) -> Snapshot:
        """Stores the state of the project: `with project.snapshot(): …` returns to it at the end."""
        snapshot = Snapshot(self, name or f"test-{secrets.token_hex(6)}")
        self.emulator.call("POST", "snapshots", {"name": snapshot.name, "project": self.id})
        return snapshot

    def restore(self, name: str) -> None:
        """Returns to a stored state."""
        self.emulator.call("POST", f"snapshots/{_part(name)}:restore", {})

    @property
    def clock(self) -> Clock:
        """The emulator's clock, which other projects share."""
        return self.emulator.clock

    @property
    def faults(self) -> Faults:
        """The faults that only requests of this project meet."""
        return Faults(self.emulator, self.id)

    def fault(
        self, effect: dict[str, Any], on: str | dict[str, Any] | None = None, **options: Any
    ) -> _Fault:
        """Sets a fault of this project: `with project.fault({"status": 503}): …` removes it at the end."""
        return _Fault(self.faults, self.faults.add(effect, on, **options))

    # Credentials, codes and users

    def mint(self, issuer: str, **body: Any) -> dict[str, Any]:
        """Returns what a native sign-in at a fake provider gives an app: `idToken`, `rawNonce`, ….

        `mint("apple.com", account={"email": "ann@example.com"}, defect="expired")`.
        """
        return self.emulator.call(
            "POST", f"issuers/{_part(issuer)}/tokens", body, project=self.id)

    def oob_code(self, email: str, type: str | None = None) -> dict[str, Any]:
        """Returns the last e-mail code sent to an address, as `oobCode` and `oobLink`.

        `type` is one such as `PASSWORD_RESET`. Raises AuthEmulatorError if there is none.
        """
        return self._last("oobCodes", f"e-mail code for {email}",
                          lambda code: type in (None, code["requestType"]), email=email)

    def sms_code(self, phone_number: str) -> str:
        """Returns the last six digits sent to a number."""
        return self._last("verificationCodes", f"text message for {phone_number}",
                          lambda _: True, phoneNumber=phone_number)["code"]

    def totp_code(self, uid: str) -> str:
        """Returns the six digits that the authenticator app of a user shows now."""
        return self._last("totpCodes", f"authenticator app of user {uid}",
                          lambda _: True, localId=uid)["code"]

    def _last(self, name: str, kind: str, fits: Any, **query: str) -> dict[str, Any]:
        codes = [code for code in self._call("GET", name, **query)[name] if fits(code)]
        if not codes:
            raise AuthEmulatorError(f"Project {self.id} has no {kind} that is valid.", 404)
        return codes[-1]

    def users(self) -> list[dict[str, Any]]:
        """Returns every user, as `accounts:batchGet` does."""
        users: list[dict[str, Any]] = []
        page = None
        while True:
            answer = json.loads(self.emulator.send(
                "GET", f"/v1/projects/{_part(self.id)}/accounts:batchGet", maxResults=1000,
                nextPageToken=page))
            users += answer.get("users", [])
            page = answer.get("nextPageToken")
            if not page:
                return users

    def user(self, *, uid: str | None = None, email: str | None = None) -> dict[str, Any] | None:
        """Returns the user with an id or an address, or None."""
        query = {"localId": [uid]} if uid is not None else {"email": [email]}
        answer = json.loads(self.emulator.send(
            "POST", f"/v1/projects/{_part(self.id)}/accounts:lookup", query))
        return next(iter(answer.get("users", [])), None)

    # Log

    def requests(
        self, operation: str | None = None, status: str | None = None, limit: int = 100
    ) -> list[dict[str, Any]]:
        """Returns the last requests of the app with answers and decisions, newest first."""
        return self.emulator.call(
            "GET", "requests", project=self.id, app="true", operation=operation, status=status,
            limit=limit)["requests"]

    def explain(self, last: int = 1) -> str:
        """Returns why the last requests of the app were answered as they were, as text."""
        return "\n".join(
            self.emulator.send(
                "GET", f"/emulator/v1/requests/{_part(request['id'])}", format="text").decode()
            for request in self.requests(limit=last))
