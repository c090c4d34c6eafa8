"""A browser without internet access, and an app's page on another port than the emulator's."""

import atexit
import contextlib
import functools
import http.server
import pathlib
import re
import shutil
import socket
import subprocess
import threading

import pytest
from conftest import running
from playwright.sync_api import Error, expect, sync_playwright

APP = pathlib.Path(__file__).parent / "app"

# The milliseconds that a page may take: generating a signing key takes more than 20 seconds on the busiest machine.
PATIENCE = 120_000
expect.set_options(timeout=PATIENCE)
# Only loopback resolves, and the name of a foreign site that this machine serves.
OFFLINE = ("--host-resolver-rules=MAP evil.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost,"
           " EXCLUDE 127.0.0.1, EXCLUDE ::1")


def executable():
    # Debian's shell draws no windows of its own, and takes half the time of the whole browser.
    # Ubuntu's chromium-browser may do nothing but ask for a snap.
    for name in ("chromium-headless-shell", "chromium", "google-chrome", "chromium-browser"):
        if path := shutil.which(name):
            return path
    return None


@functools.cache
def driver():
    """The driver of browsers: one for all test modules, because a process can have only one."""
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright


def launch(*flags):
    path = executable()
    options = {"executable_path": path} if path else {"channel": "chrome"}
    return driver().chromium.launch(args=[*flags, "--no-sandbox"], timeout=PATIENCE, **options)


def new_page(browser, **options):
    """Returns a page in a context of its own, whose other windows have as much time."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


@pytest.fixture(scope="session")
def chromium():
    browser = launch(OFFLINE)
    yield browser
    browser.close()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Server6(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6


@pytest.fixture(scope="session")
def app_port():
    """The port of the app's page, at both loopback addresses."""
    handler = functools.partial(QuietHandler, directory=str(APP))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    servers = [server, Server6(("::1", server.server_port), handler)]
    for each in servers:
        threading.Thread(target=each.serve_forever, daemon=True).start()
    yield server.server_port
    for each in servers:
        each.shutdown()


@pytest.fixture(scope="session")
def shared_emulator(tmp_path_factory, keyed_file):
    """One emulator for all tests of pages; each test has its own project."""
    with running(tmp_path_factory.mktemp("web"), keyed_file, stderr=subprocess.DEVNULL) as emulator:
        yield emulator


class App:
    """An app in a new browser context, with a new project."""

    def __init__(self, emulator, page, port):
        self.emulator, self.page, self.port = emulator, page, port
        self.project = emulator.new_project("web")
        self.url = self.at("localhost")

    def at(self, host):
        """Returns the emulator's URL with another name of this machine."""
        return self.emulator.url.replace("127.0.0.1", host)

    def control(self, method, path, body=None):
        return self.emulator.control(method, f"projects/{self.project}/{path}", body)

    def seed(self, **project):
        self.emulator.control("POST", "seed", {"version": 1, "projects": {self.project: project}})

    def add_person(self, issuer, **account):
        return self.emulator.control("POST", f"issuers/{issuer}/accounts?project={self.project}", account)

    def open(self, host="localhost", loader=None, url=None):
        """Opens the app and returns the pending result of a redirect sign-in."""
        self.page.goto(f"http://{host}:{self.port}/index.html?apiKey=emulator-{self.project}")
        return self.start(url, loader)

    def start(self, url=None, loader=None):
        return self.page.evaluate("([url, loader]) => app.start(url, loader)", [url or self.url, loader])

    def popup(self, provider, **options):
        """Starts a popup sign-in and returns its window."""
        with self.page.expect_popup() as popup:
            self.page.evaluate(
                "(options) => { window.pending = app.signInWithPopup(options.provider, options)"
                ".then((value) => ({value}), (error) => ({error: String(error)})); }",
                {"provider": provider, **options})
        # A sign-in without a page may have closed it.
        with contextlib.suppress(Error):
            popup.value.wait_for_load_state("domcontentloaded")
        return popup.value

    def outcome(self):
        """Returns the result of the popup sign-in: the response of signInWithIdp; fails on an SDK error."""
        result = self.page.evaluate(
            "(limit) => Promise.race([window.pending, new Promise((resolve) => {"
            " setTimeout(() => resolve({error: `no answer within ${limit} ms`}), limit); })])", PATIENCE)
        assert "error" not in result, result
        return result["value"]

    def redirect(self, provider, auth_type="signInViaRedirect"):
        self.page.evaluate("([type, provider]) => app.redirect(type, provider)", [auth_type, provider])

    def wait_for_return(self):
        self.page.wait_for_url(re.compile("/index.html"))

    def call(self, operation, body):
        return self.page.evaluate("([operation, body]) => app.call(operation, body)", [operation, body])

    def finish(self, event):
        return self.page.evaluate("(event) => app.finish(event)", event)


@pytest.fixture
def app(chromium, shared_emulator, app_port):
    page = new_page(chromium)
    failures = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    app = App(shared_emulator, page, app_port)
    app.open()
    yield app
    page.context.close()
    assert not failures


def add_account(window, email=None, name=None):
    """Fills in the page's form as end-to-end suites do."""
    window.click("#add-account-button")
    window.click("#autogen-button")
    if email:
        window.fill("#email-input", email)
    if name:
        window.fill("#display-name-input", name)
    window.click("#sign-in")
