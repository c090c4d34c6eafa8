"""The page of an issuer that is a client and shows each step of a code flow, in a browser."""

import json

import pytest
from browser import new_page
from playwright.sync_api import expect


@pytest.fixture
def page(chromium):
    page = new_page(chromium)
    failures = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.on("console", lambda message: message.type == "error" and "Content Security" in message.text
            and failures.append(message.text))
    yield page
    page.context.close()
    assert not failures


def sign_in(page, emulator, issuer):
    page.goto(f"{emulator.url}/issuers/{issuer}/debugger")
    assert page.locator("dt", has_text="code_challenge_method").count() == 1
    page.click("text=Sign in")
    # The form is folded where there are accounts.
    create = page.locator("button[value=create]")
    create.wait_for(state="attached")
    if not create.is_visible():
        page.locator("summary", has_text="Use a new account").click()
    create.click()
    page.click("#send")


@pytest.mark.parametrize("issuer", ["oidc.corp", "google.com", "microsoft.com", "apple.com", "yahoo.com"])
def test_a_flow_shows_every_step_without_configuration(page, shared_emulator, issuer):
    sign_in(page, shared_emulator, issuer)
    exchange = page.locator("#exchange")
    verified = exchange.locator("p[role=status]", has_text="verifies the signature")
    verified.first.wait_for()
    assert exchange.locator("h2").first.inner_text() == "3. Token request"
    request = exchange.locator("pre").first.inner_text()
    assert request.startswith("curl -s --globoff 'http") and "grant_type=authorization_code" in request
    exchange.locator("pre", has_text='"iss"').first.wait_for()
    if issuer not in ("apple.com",):
        exchange.locator("h2", has_text="Userinfo").wait_for()
    refresh = page.get_by_text("Refresh the tokens")
    if issuer in ("oidc.corp", "google.com", "apple.com"):
        refresh.click()
        exchange.locator("h2", has_text="Refresh").wait_for()
        refresh.wait_for()
    assert exchange.locator("[role=alert]").count() == 0, exchange.inner_text()


def test_a_provider_without_id_tokens_shows_its_access_token(page, shared_emulator):
    sign_in(page, shared_emulator, "github.com")
    page.locator("#exchange pre", has_text='"access_token"').wait_for()


def test_faults_and_settings_apply_as_to_any_client(page, shared_emulator):
    emulator = shared_emulator
    emulator.control("POST", "issuers/oidc.broken/faults", {
        "match": {"endpoint": "token"}, "effect": {"status": 503}, "times": 1})
    sign_in(page, emulator, "oidc.broken")
    alert = page.locator("#exchange [role=alert]")
    alert.wait_for()
    assert "HTTP 503" in page.locator("#exchange").inner_text()
    for defect, reason in [
            ("bad-signature", "does not verify the signature"), ("wrong-audience", "aud has no debugger")]:
        emulator.control("POST", "issuers/oidc.broken/faults", {"effect": {"defect": defect}, "times": 1})
        sign_in(page, emulator, "oidc.broken")
        page.locator("#exchange [role=alert]", has_text=reason).wait_for()


def test_claims_are_typed_on_the_sign_in_page(page, shared_emulator):
    emulator = shared_emulator
    emulator.control("POST", "issuers/oidc.corp/accounts", {"email": "typed@corp.example"})
    page.goto(f"{emulator.url}/issuers/oidc.corp/debugger")
    page.click("text=Sign in")
    page.locator("summary", has_text="Claims of this sign-in").first.click()
    page.fill("#sign-in-claims", '{"groups": [')
    page.click("button[name=person]")
    expect(page.locator("#sign-in-claims-problem")).to_contain_text("are not JSON")
    assert page.input_value("#sign-in-claims") == '{"groups": ['
    assert page.evaluate("document.activeElement.id") == "sign-in-claims"
    page.fill("#sign-in-claims", json.dumps({"groups": ["dev"]}, indent=2))
    page.click("button[name=person]")
    page.click("#send")
    page.locator("#exchange h2", has_text="Userinfo").wait_for()
    # The answer follows its heading.
    expect(page.locator("#exchange pre", has_text='"groups"')).to_have_count(2)
