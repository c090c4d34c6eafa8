"""The console in a browser that reaches loopback only, with its own project."""

import os
import pathlib
import re
import subprocess
import urllib.parse

import pytest
import requests
from browser import PATIENCE, new_page
from conftest import running
from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).parent.parent.parent
# The folders of the console's files. With CONSOLE_FROM_DISK=1 changes need no build.
FOLDERS = [ROOT / "Sources/EmuConsole/Assets", ROOT / "Sources/EmuHTTP/Assets"]
# The page loads them as one.
SHEETS = [FOLDERS[1] / "page.css", *(
    FOLDERS[0] / f"{name}.css" for name in ("console", "tables", "screens", "log", "phone"))]
# The user of most tests.
ANN = {"localId": "ann", "email": "ann@example.com", "emailVerified": True, "password": "secret1",
       "displayName": "Ann Lee"}
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def serve_from_disk(page):
    def answer(route):
        name = urllib.parse.urlparse(route.request.url).path.split("/")[-1]
        paths = SHEETS if name == "console.css" else [folder / name for folder in FOLDERS]
        body = b'import "./app.js";' if name == "console.js" else b"".join(
            path.read_bytes() for path in paths if path.exists())
        route.fulfill(body=body, content_type=TYPES[pathlib.Path(name).suffix])
    page.route(re.compile("/emulator/ui/assets/"), answer)


class Console:
    """The page, and calls that check its effects."""

    def __init__(self, emulator, page, project=None):
        self.emulator, self.page = emulator, page
        self.project = project or emulator.new_project("console")
        self.failures, self.requested = [], []
        page.on("pageerror", lambda error: self.failures.append(str(error)))
        page.on("console", self.heard)
        page.on("request", lambda request: self.requested.append(request.url))
        if os.environ.get("CONSOLE_FROM_DISK"):
            serve_from_disk(page)

    def heard(self, message):
        # The test that sends a refused request checks it.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.failures.append(message.text)

    def address(self, screen="", **query):
        path, _, part = screen.partition("#")
        query = urllib.parse.urlencode({"project": self.project, **query})
        return f"{self.emulator.url}/emulator/ui{'/' + path if path else ''}?{query}" + (
            f"#{part}" if part else "")

    def open(self, screen="", **query):
        self.page.goto(self.address(screen, **query))
        self.settle()

    def go(self, screen):
        """Begins to open a screen by navigation within the page, without a reload."""
        self.page.evaluate(
            "(address) => { history.pushState(null, '', address);"
            " window.dispatchEvent(new PopStateEvent('popstate')); }", self.address(screen))

    def move(self, screen):
        """Opens a screen by navigation within the page, without a reload."""
        self.go(screen)
        self.settle()

    def settle(self):
        self.page.wait_for_selector(".screen:not([aria-busy])")

    def click(self, name, within=None, role="button", exact=True):
        (within or self.page).get_by_role(role, name=name, exact=exact).first.click()

    def fill(self, label, text):
        self.dialog.get_by_label(label, exact=True).fill(text)

    def submit(self, name):
        """Submits the dialog's form and waits until the dialog closes."""
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name=name, exact=True).click()
        problem = dialog.get_by_role("alert")
        expect(problem.or_(self.page.locator("body:not(:has(dialog))"))).to_be_visible()
        assert not problem.is_visible(), problem.inner_text()
        self.settle()

    def complete(self, button, submit, fields=None):
        """Opens a dialog by a button, fills in its fields, and submits it."""
        self.click(button)
        for label, text in (fields or {}).items():
            self.fill(label, text)
        self.submit(submit)

    @property
    def rows(self):
        return self.page.locator("tbody tr")

    @property
    def dialog(self):
        return self.page.get_by_role("dialog")

    def text(self):
        return self.page.inner_text("main")

    def copy(self, name, notice):
        """Clicks a button that copies, waits for its notice, and returns what it copied."""
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.evaluate("document.getElementById('notice').replaceChildren()")
        self.click(name)
        self.page.locator("#notice").get_by_text(notice).wait_for()
        return self.page.evaluate("navigator.clipboard.readText()")

    def download(self, name, role="button", within=None):
        """Clicks what downloads a file, and returns the download."""
        with self.page.expect_download() as download:
            self.click(name, within, role)
        return download.value

    def wait_for(self, text):
        self.page.locator("main").get_by_text(text).first.wait_for()

    def until(self, condition):
        """Waits for a condition; the page's policy forbids the code that `wait_for_function` sends."""
        for _ in range(PATIENCE // 20):
            if condition():
                return
            self.page.wait_for_timeout(20)
        pytest.fail("The condition did not come true.")

    def hold(self, path):
        """Returns a list for the first GET of a path that the browser sends from now on, which waits for the test."""
        routes = []

        def receive(route):
            if route.request.method == "GET" and not routes:
                routes.append(route)
            else:
                route.fallback()
        self.page.route(re.compile(path), receive)
        return routes

    def ask_for_pages_of(self, size):
        """Lets the browser ask for small pages, so that a few entries are several pages."""
        self.page.route(re.compile(r"pageSize=\d+"), lambda route: route.continue_(
            url=re.sub(r"pageSize=\d+", f"pageSize={size}", route.request.url)))

    def later_pages(self):
        """Returns the number of pages after the first ones that the browser asked for."""
        return sum("pageToken=" in url for url in self.requested)

    # Calls of the test itself.

    def seed(self, **project):
        self.emulator.control("POST", "seed", {"version": 1, "projects": {self.project: project}})

    def control(self, method, path, body=None):
        return self.emulator.control(method, f"projects/{self.project}/{path}", body)

    def requests(self, query=""):
        """The log of the project, the newest request first."""
        return self.emulator.control("GET", f"requests?project={self.project}&{query}")["requests"]

    def user(self, uid):
        users = self.emulator.owner("POST", f"v1/projects/{self.project}/accounts:lookup", {"localId": [uid]})
        return (users.get("users") or [None])[0]

    def uids(self, path="users"):
        """The uids of the users below a path of the project."""
        return [user["localId"] for user in self.control("GET", path)["users"]]

    def admin(self, method, path, body=None, **query):
        """Sends an administrator's call below the project."""
        return self.emulator.owner(method, f"v2/projects/{self.project}/{path}", body, **query)

    def change(self, uid, **members):
        """Changes a user as an administrator."""
        self.emulator.owner("POST", f"v1/projects/{self.project}/accounts:update", {"localId": uid, **members})

    def answer(self, operation, body, headers=None):
        """Sends a request of an app of the project."""
        return requests.post(
            f"{self.emulator.url}/identitytoolkit.googleapis.com/v1/{operation}"
            f"?key=emulator-{self.project}", json=body, headers=headers, timeout=60)

    def app(self, operation, body):
        """Sends an app's request and returns the JSON of the response or of the refusal."""
        return self.answer(operation, body).json()


@pytest.fixture
def console(chromium, tmp_path_factory, keyed_file):
    """The console of an emulator that no other test uses: its log and state are of all projects."""
    with running(tmp_path_factory.mktemp("console"), keyed_file, stderr=subprocess.DEVNULL) as emulator:
        opened = Console(emulator, new_page(chromium))
        yield opened
        opened.page.context.close()
    assert not opened.failures


@pytest.fixture
def ann(console):
    """Ann is a user of the project."""
    console.seed(users=[ANN])


def sign_in(console, password="secret1"):
    """Signs in Ann as an app of the project."""
    return console.app("accounts:signInWithPassword", {
        "email": "ann@example.com", "password": password, "returnSecureToken": True})


def furnish(console):
    """Creates data for each screen: users, a refusal, a warning, messages and a provider's account."""
    console.seed(
        users=[
            {"localId": "ann", "email": "ann@example.com", "emailVerified": True, "password": "secret1",
             "displayName": "Ann Lee", "customClaims": {"plan": "pro"},
             "mfa": [{"phone": "+15555550111", "displayName": "Phone"}],
             "providers": [{"providerId": "google.com", "rawId": "110", "email": "ann@example.com"}]},
            {"localId": "bob", "email": "bob@example.com", "disabled": True, "password": "secret1"},
            {"localId": "cleo", "phoneNumber": "+15555550112"}, {"localId": "dan"},
            {"localId": "eve", "email": "eve@example.com", "emailVerified": True,
             "password": "secret1", "displayName": "Eve Moneypenny"}],
        providers={"google.com": {"enabled": True, "clientId": "web-1"}},
        people={"google.com": [{"sub": "110", "email": "ann@example.com", "name": "Ann Lee"}]},
        settings={"recentLogin": "on"})
    console.app("accounts:signInWithPassword", {"email": "bob@example.com", "password": "secret1"})
    console.app("accounts:signInWithPassword", {"email": "ann@example.com", "password": "wrong1"})
    console.app("accounts:signUp", {"returnSecureToken": True})
    console.app("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": "ann@example.com"})
    console.app("accounts:sendVerificationCode", {"phoneNumber": "+15555550199"})
    console.emulator.control("POST", "snapshots", {"name": console.project, "project": console.project})
    console.emulator.control("POST", "faults", {
        "match": {"project": console.project, "operation": "accounts:delete"},
        "effect": {"status": 503}, "times": 1})
