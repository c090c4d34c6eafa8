"""The kits' lines for browser tests: a sign-in at a provider's page, and codes that are sent later."""

import os
import pathlib
import re
import shutil
import sys

import pytest
from browser import app, executable
from conftest import BINARY, ROOT
from kits import alone, in_node, run
from pages import PROGRAMS, blocks

sys.path.insert(0, str(ROOT / "Sources/Clients/python"))
from auth_emulator import AuthEmulatorError, Emulator, Project  # noqa: E402

# The provider, and who is signed in there.
PEOPLE = {
    **dict.fromkeys((
        "apple.com", "facebook.com", "microsoft.com", "github.com", "twitter.com", "linkedin.com",
        "yahoo.com", "saml.acme"), "ann@example.com"),
    "google.com": None, "oidc.acme": {"email": "ann@example.com", "name": {"givenName": "Ann"}}}


@pytest.fixture
def project(app):
    return Project(Emulator(app.emulator.url), app.project)


@pytest.mark.parametrize("page", [{}, {"emulator_page": "issuer"}], ids=["widget", "issuer"])
@pytest.mark.parametrize("provider, person", PEOPLE.items())
def test_one_line_signs_in_by_popup(app, project, provider, person, page):
    window = app.popup(provider, query=page)
    # Both pages have the provider's layout, so that a tester sees which page it is.
    layout = window.locator("html").get_attribute("class")
    assert layout and layout in provider or provider == "saml.acme"
    project.sign_in(app.page, provider, person)
    user = app.outcome()
    assert user["providerId"] == provider and user["isNewUser"] is True
    assert person is None or user["email"] == "ann@example.com"
    assert provider == "saml.acme" or user.get("oauthAccessToken") or user.get("oauthIdToken")


@pytest.mark.parametrize("provider", ["apple.com", "saml.acme"])
def test_one_line_signs_in_by_redirect(app, project, provider):
    app.redirect(provider)
    project.sign_in(app.page, provider, "ann@example.com")
    app.wait_for_return()
    assert app.finish(app.start())["email"] == "ann@example.com"


def test_who_is_at_the_provider_is_the_same_person_each_time(app, project):
    users = set()
    ann = {"sub": None, "email": "Ann@Example.com", "name": "Ann Lee"}
    for person in ("ann@example.com", ann, "bob@example.com"):
        app.popup("google.com")
        project.sign_in(app.page, "google.com", person)
        users.add(app.outcome()["localId"])
    assert len(users) == 2
    people = app.emulator.control("GET", f"issuers/google.com/accounts?project={project.id}")["accounts"]
    assert [person.get("name") for person in people] == [{"givenName": "Ann", "familyName": "Lee"}, None]


def test_a_failure_is_returned_to_the_app(app, project):
    app.popup("google.com")
    project.sign_in(app.page, "google.com", fail="access_denied")
    assert app.outcome()["error"]["code"] == "auth/user-cancelled"


@pytest.mark.parametrize("opened, provider, fail, reason", [
    (None, "google.com", None, "The app opened no sign-in page of google.com"),
    ("apple.com", "google.com", None, "The app opened no sign-in page of google.com"),
    ("microsoft.com", "microsoft.com", "AADSTS50020", "microsoft.com did not return to the app")])
def test_a_page_that_is_not_opened_or_that_stays_is_named(app, project, opened, provider, fail, reason):
    if opened:
        app.popup(opened, query={"emulator_page": "issuer"} if fail else None)
    with pytest.raises(AuthEmulatorError, match=reason):
        project.sign_in(app.page, provider, fail=fail, timeout=1 if fail else 0.1)


@pytest.mark.parametrize("provider, name", [("google.com", "Google.com"), ("apple.com", "Apple.com")])
def test_the_texts_that_suites_of_the_official_emulator_click_lead_through_the_page(app, provider, name):
    window = app.popup(provider)
    assert window.title() == "Auth Emulator IDP Login Widget"
    for text in ("Add new account", "Auto-generate user information", f"Sign in with {name}"):
        window.get_by_text(text).click()
    assert app.outcome()["isNewUser"] is True


FIXTURE = """
import pytest
from playwright.sync_api import sync_playwright


@pytest.fixture
def page():
    with sync_playwright() as playwright:
        path = {path!r}
        options = {{"executable_path": path}} if path else {{"channel": "chrome"}}
        browser = playwright.chromium.launch(args=["--no-sandbox"], **options)
        yield browser.new_page()
        browser.close()
"""


def test_the_example_for_pytest_runs_in_a_browser(app_port, tmp_path):
    block, = [b.text for b in blocks(ROOT / "docs/browser-tests.md") if b.language == "python"]
    text = re.sub(r"localhost:3000/(forgot)?\?", f"localhost:{app_port}/shop.html?", block)
    (tmp_path / "test_app.py").write_text(text)
    (tmp_path / "conftest.py").write_text(FIXTURE.format(path=executable()))
    output = run(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "auth_emulator.pytest_plugin",
        "test_app.py", cwd=tmp_path, env={
            **alone(os.environ), "PYTHONPATH": str(ROOT / "Sources/Clients/python"),
            "AUTH_EMULATOR_BINARY": str(pathlib.Path(BINARY).absolute())})
    assert "2 passed" in output


def test_the_fixtures_of_node_give_a_project_and_sign_in(app_port):
    in_node(
        PROGRAMS / "fixtures.js", ROOT / "Sources/Clients/node", f"http://localhost:{app_port}/index.html")


def test_the_example_for_playwright_in_node_runs_in_a_browser(app_port, tmp_path):
    modules = tmp_path / "node_modules"
    shutil.copytree(ROOT / "Sources/Clients/node", modules / "auth-emulator")
    shutil.copy(ROOT / "scripts/packaging/npm-main.json.in", modules / "auth-emulator/package.json")
    (modules / "@playwright/test").mkdir(parents=True)
    shutil.copy(PROGRAMS / "playwright-test.js", modules / "@playwright/test/index.js")
    block = next(b.text for b in blocks(ROOT / "docs/browser-tests.md") if b.language == "js")
    (tmp_path / "suite.mjs").write_text(block.replace("localhost:3000/?", f"localhost:{app_port}/shop.html?"))
    output = in_node(tmp_path / "suite.mjs")
    assert output.splitlines() == ["Ann signs in with Apple", "the session is renewed"]
