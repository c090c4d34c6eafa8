"""A project: its state, credentials, codes, users and log."""

from __future__ import annotations

import json
import re
import secrets
import time
import urllib.parse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._calls import AuthEmulatorError, part
from ._state import Clock, FaultInForce, Faults, Snapshot

if TYPE_CHECKING:
    from ._emulator import Emulator


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
        return self.emulator.call(method, f"projects/{part(self.id)}/{path}", body, **query)

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
        self.emulator.call("POST", f"snapshots/{part(name)}:restore", {})

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
    ) -> FaultInForce:
        """Sets a fault of this project: `with project.fault({"status": 503}): …` removes it at the end."""
        return FaultInForce(self.faults, self.faults.add(effect, on, **options))

    # Credentials, codes and users

    def mint(self, issuer: str, **body: Any) -> dict[str, Any]:
        """Returns what a native sign-in at a fake provider gives an app: `idToken`, `rawNonce`, ….

        `mint("apple.com", account={"email": "ann@example.com"}, defect="expired")`. A `saml.*`
        provider gives `samlResponse` and `postBody`.
        """
        kind = "assertions" if issuer.startswith("saml.") else "tokens"
        return self.emulator.call(
            "POST", f"issuers/{part(issuer)}/{kind}", body, project=self.id)

    def sign_in(
        self, page: Any, provider: str, person: str | dict[str, Any] | None = None, *,
        fail: str | None = None, timeout: float = 30
    ) -> None:
        """Completes a sign-in that a page of Playwright has begun, by a popup or a redirect.

        `person` is an address, or an account of the control API; who is not at the provider yet is
        added. None is a new person. `fail` returns an error such as `access_denied` to the app.
        Raises AuthEmulatorError unless the provider's page opens and ends within `timeout` seconds.
        """
        answer = {"emulator_fail": fail} if fail else {"emulator_auto": self._sub(provider, person)}
        name = re.escape(provider)
        pages = re.compile(rf"/auth/handler\?(.*&)?providerId={name}(&|$)|/issuers/{name}/")

        def wait(found: Callable[[], Any], missing: str) -> Any:
            limit = time.monotonic() + timeout
            while not (value := found()):
                if time.monotonic() > limit:
                    raise AuthEmulatorError(missing)
                page.wait_for_timeout(20)
            return value

        window = wait(
            lambda: next((each for each in page.context.pages if pages.search(each.url)), None),
            f"The app opened no sign-in page of {provider}. Begin the sign-in in the app first.")
        window.evaluate("""(answer) => {
            const url = new URL(location.href);
            for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
            setTimeout(() => location.replace(url));
        }""", answer)
        # Behind both pages there are only addresses of the emulator until the app has the result.
        own = urllib.parse.urlsplit(window.url).netloc
        wait(lambda: window.is_closed() or urllib.parse.urlsplit(window.url).netloc != own,
             f"The sign-in page of {provider} did not return to the app. explain() has the reason.")

    def _sub(self, provider: str, person: str | dict[str, Any] | None) -> str:
        """Returns the subject of a person, who is added or changed to be alike; or `new`."""
        if person is None:
            return "new"
        account = {"email": person} if isinstance(person, str) else person
        path = f"issuers/{part(provider)}/accounts"
        keys = {"sub": account.get("sub"), "email": (account.get("email") or "").lower()}
        more = {key: value for key, value in account.items() if key not in keys}
        keys = {key: value for key, value in keys.items() if value}
        for each in self.emulator.call("GET", path, project=self.id)["accounts"]:
            if keys and keys.items() <= each.items():
                if more:
                    self.emulator.call(
                        "PATCH", f"{path}/{part(each['sub'])}", more, project=self.id)
                return each["sub"]
        return self.emulator.call("POST", path, account, project=self.id)["sub"]

    def messages(self) -> list[dict[str, Any]]:
        """Returns the last e-mails, text messages and silent pushes, used or not, newest first."""
        return self._call("GET", "messages", limit=5000)["messages"]

    def code(self, to: str, type: str | None = None, timeout: float = 10) -> dict[str, Any]:
        """Waits for an unused code, and returns the last message with one to an address or a number.

        The message has `code` and, of an e-mail, `link` and `requestType`; `type` is one such as
        `PASSWORD_RESET`. Raises AuthEmulatorError, which names the messages that there are, if there
        is none after `timeout` seconds.
        """
        limit = time.monotonic() + timeout
        while True:
            messages = self.messages()
            for message in messages:
                if (message["to"].lower() == to.lower() and "usedAt" not in message
                        and type in (None, message.get("requestType"))):
                    return message
            if time.monotonic() >= limit:
                last = [f"{each.get('requestType', each['kind'])} for {each['to']}"
                        + (" (used)" if "usedAt" in each else "") for each in messages[:10]]
                raise AuthEmulatorError(
                    f"Project {self.id} has no unused {type or 'code'} for {to}."
                    f" Its last messages: {', '.join(last) or 'none'}.")
            time.sleep(0.1)

    def totp_code(self, uid: str) -> str:
        """Returns the six digits that the authenticator app of a user shows now."""
        codes = self._call("GET", "totpCodes", localId=uid or "")["totpCodes"]
        if not codes:
            raise AuthEmulatorError(
                f"User {uid} of project {self.id} has no authenticator app. There is one after the user"
                " enrols one, or in a seed.", 404)
        return codes[0]["code"]

    def users(self) -> list[dict[str, Any]]:
        """Returns every user, as `accounts:batchGet` does."""
        users: list[dict[str, Any]] = []
        page = None
        while True:
            answer = json.loads(self.emulator.send(
                "GET", f"/v1/projects/{part(self.id)}/accounts:batchGet", maxResults=1000,
                nextPageToken=page))
            users += answer.get("users", [])
            page = answer.get("nextPageToken")
            if not page:
                return users

    def user(self, *, uid: str | None = None, email: str | None = None) -> dict[str, Any] | None:
        """Returns the user with an id or an address, or None."""
        query = {"localId": [uid]} if uid is not None else {"email": [email]}
        answer = json.loads(self.emulator.send(
            "POST", f"/v1/projects/{part(self.id)}/accounts:lookup", query))
        return next(iter(answer.get("users", [])), None)

    # Log

    def requests(
        self, operation: str | None = None, status: str | None = None,
        outcome: str | None = None, limit: int = 100
    ) -> list[dict[str, Any]]:
        """Returns the last requests of the app with answers and decisions, newest first."""
        return self.emulator.call(
            "GET", "requests", project=self.id, app="true", operation=operation, status=status,
            outcome=outcome, limit=limit)["requests"]

    def explain(self, last: int = 1) -> str:
        """Returns why the last requests of the app were answered as they were, as text."""
        return "\n".join(
            self.emulator.send(
                "GET", f"/emulator/v1/requests/{part(request['id'])}", format="text").decode()
            for request in self.requests(limit=last))
