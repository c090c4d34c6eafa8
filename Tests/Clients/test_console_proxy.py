"""The pages behind a proxy that serves the emulator below a path."""

import contextlib
import http.client
import http.server
import threading

import pytest
import requests
from browser import add_account, new_page
from console import ANN, Console
from playwright.sync_api import expect

PREFIX = "/tools/auth"


class Prefixed(http.server.BaseHTTPRequestHandler):
    """Removes the prefix of each path, and passes the rest on; any other path is not found."""

    def pass_on(self):
        if not self.path.startswith(PREFIX + "/"):
            return self.send_error(404)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        connection = http.client.HTTPConnection(self.server.target)
        connection.request(self.command, self.path.removeprefix(PREFIX), body, dict(self.headers))
        answer = connection.getresponse()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "date", "server"):
                self.send_header(name, value)
        self.end_headers()
        try:
            while part := answer.read1(65536):
                self.wfile.write(part)
                self.wfile.flush()
        except ConnectionError:
            connection.close()
        return None

    do_GET = do_POST = do_PATCH = do_DELETE = pass_on

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def proxy():
    """A proxy without its target, and its address with the path."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Prefixed)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server, f"http://127.0.0.1:{server.server_port}{PREFIX}"
    server.shutdown()


@pytest.fixture
def prefix(console):
    with proxy() as (server, url):
        server.target = console.emulator.host
        yield url


def test_the_console_works_below_the_path_of_a_proxy(console, prefix, chromium):
    console.seed(users=[ANN])
    page = new_page(chromium)
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{prefix}/emulator/ui/users/ann?project={console.project}")
    proxied = Console(console.emulator, page, console.project)
    proxied.settle()
    page.get_by_text("● live").wait_for()
    proxied.complete("Edit", "Save", {"Name": "Behind a proxy"})
    page.get_by_role("navigation", name="Screens").get_by_role("link", name="Data").click()
    proxied.settle()
    link = page.get_by_role("link", name="Seed document").get_attribute("href")
    assert "Behind a proxy" in requests.get(link, timeout=60).text
    assert f"curl -X POST {prefix}/emulator/v1/seed" in page.locator("main pre").last.text_content()
    # An item's page, and the root.
    page.reload()
    proxied.settle()
    page.goto(f"{prefix}/")
    expect(page).to_have_url(f"{prefix}/emulator/ui")
    proxied.settle()
    assert [url for url in requested if not url.startswith((prefix, "blob:"))] == []
    page.context.close()
    assert not proxied.failures


def test_the_sign_in_page_works_below_the_path_of_a_proxy(console, prefix, chromium):
    page = new_page(chromium)
    target = f"{prefix}/emulator/action"
    page.goto(
        f"{prefix}/emulator/auth/handler?apiKey=emulator-{console.project}&appName=a"
        f"&authType=signInViaRedirect&providerId=google.com&redirectUrl={target}")
    add_account(page, "ann@example.com")
    page.wait_for_url(target)
    page.context.close()


def test_issuers_and_pages_have_the_path_of_the_public_url(start, chromium):
    with proxy() as (server, url):
        emulator = start("--public-url", url)
        server.target = emulator.ready["localUrl"].removeprefix("http://")
        console = Console(emulator, new_page(chromium))
        console.open()
        console.wait_for(f"SDKs drop the path of {url}.")
        console.open("providers/oidc.corp")
        console.click("Configure it")
        console.page.get_by_role("button", name="Edit", exact=True).wait_for()
        assert console.admin("GET", "oauthIdpConfigs/oidc.corp")["issuer"] == f"{url}/issuers/oidc.corp"
        target = f"{url}/emulator/action"
        console.page.goto(
            f"{url}/emulator/auth/handler?apiKey=emulator-{console.project}&appName=a"
            f"&authType=signInViaRedirect&providerId=oidc.corp&emulator_page=issuer&redirectUrl={target}")
        assert console.page.url.startswith(f"{url}/issuers/oidc.corp/")
        console.page.fill("[name=email]", "ann@example.com")
        console.page.click("[value=create]")
        console.page.wait_for_url(target)
        console.page.context.close()
        assert not console.failures
