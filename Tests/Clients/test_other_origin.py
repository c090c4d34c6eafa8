"""A page of another origin: no privileged call passes, whatever the page sends, and no cookie is ever set."""

import re

import pytest
from browser import new_page
from conftest import ROOT
from pages import PROGRAMS

HEADING = re.compile(r"^### `(\w+) (/[^`]*)`$", re.MULTILINE)
ACCOUNTS = "/identitytoolkit.googleapis.com/v1/projects/kept/accounts"
PROJECT = "/identitytoolkit.googleapis.com/v2/projects/kept"
BACKEND = [
    *(("POST", ACCOUNTS + method) for method in (
        "", ":batchCreate", ":batchDelete", ":delete", ":query", ":update")),
    ("GET", f"{ACCOUNTS}:batchGet"), ("POST", f"{PROJECT}/tenants"), ("GET", f"{PROJECT}/config"),
    ("PATCH", f"{PROJECT}/config"), ("GET", "/emulator/ui"), ("DELETE", "/emulator/v1/projects/kept/accounts")]


def privileged_calls():
    """The control calls of docs/control-api.md, with names in place of parameters, and the backend's."""
    text = (ROOT / "docs/control-api.md").read_text()
    found = [
        (method, "/emulator/v1" + re.sub(r"\{(\w+)\}", lambda name: {
            "project": "kept", "issuer": "google.com"}.get(name[1], "x"), path))
        for method, path in HEADING.findall(text)]
    assert len(found) > 50
    # A stream does not end. That the emulator lives is no secret.
    skipped = ("requests:stream", "/health")
    return [one for one in found if not one[1].endswith(skipped)] + BACKEND


@pytest.fixture
def page(chromium, app_port):
    page = new_page(chromium)
    page.goto(f"http://evil.example:{app_port}/index.html")
    yield page
    page.context.close()


def test_no_privileged_call_passes(shared_emulator, page):
    url = shared_emulator.url
    shared_emulator.control("POST", "seed", {
        "version": 1, "projects": {"kept": {"users": [{"localId": "ann"}]}}})
    calls = privileged_calls()
    before = shared_emulator.control("GET", "requests")["requests"]
    assert page.evaluate((PROGRAMS / "send.js").read_text(), [url, calls]) == []
    after = shared_emulator.control("GET", "export?project=kept")["projects"]["kept"]
    assert [user["localId"] for user in after["users"]] == ["ann"]
    assert shared_emulator.control("GET", "clock")["frozen"] is False
    last = max((one["id"] for one in before), default=0)
    logged = [
        one for one in shared_emulator.control("GET", "requests?limit=1000")["requests"]
        if one["id"] > last and one["method"] not in ("OPTIONS",)]
    posts = [one for one in logged if one["method"] == "POST"]
    assert posts
    # A call without a credential is 401.
    assert {one["status"] for one in posts if one["path"] != "/emulator/v1/seed"} <= {401, 403}, posts[:3]


def test_no_stream_is_opened(shared_emulator, page):
    listen = (PROGRAMS / "listen.js").read_text()
    assert page.evaluate(listen, shared_emulator.url) == ["refused", "refused"]


PAGES = [
    "/emulator/ui", "/emulator/ui/users", "/emulator/action?mode=resetPassword&oobCode=x&apiKey=k",
    "/__/auth/handler?apiKey=k&providerId=google.com&authType=signInViaPopup&redirectUrl=x",
    "/emulator/auth/handler?apiKey=k&providerId=google.com&authType=signInViaPopup&redirectUrl=x",
    "/__/auth/iframe?apiKey=k", "/issuers/google.com/o/oauth2/v2/auth?client_id=c&response_type=code"
    "&redirect_uri=http://localhost/cb&scope=openid",
]


def test_no_page_sets_a_cookie(shared_emulator, chromium):
    page = new_page(chromium)
    headers = []
    page.on("response", lambda answer: headers.extend(answer.all_headers()))
    for path in PAGES:
        assert "text/html" in page.goto(shared_emulator.url + path).header_value("content-type"), path
    assert len(headers) > len(PAGES)
    assert "set-cookie" not in headers
    assert page.context.cookies() == []
    page.context.close()


def test_a_page_of_another_origin_cannot_frame_a_page(shared_emulator, page):
    """Only the frame of the client SDK, which shows nothing, may be in a page of an app."""
    page.evaluate("""async (urls) => {
      for (const url of urls) {
        const frame = document.createElement('iframe');
        frame.src = url;
        document.body.append(frame);
        await new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 5000); });
      }
    }""", [shared_emulator.url + path for path in PAGES])
    shown = [frame.url for frame in page.frames[1:] if frame.url.startswith("http")]
    assert [url for url in shown if "/__/auth/iframe" not in url] == []
