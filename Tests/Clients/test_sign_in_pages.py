"""The form of the sign-in pages: people first, what fails in a menu, and axe-core's rules in both themes."""

import re

import pytest
from browser import new_page
from playwright.sync_api import expect
from test_console_access import AXE, violations

PROVIDERS = ["google.com", "apple.com", "microsoft.com", "github.com", "oidc.corp"]
# A provider of SAML has the page of web sign-in alone.
PAGES = [*((provider, page) for provider in PROVIDERS for page in ["own", "issuer"]), ("saml.corp", "own")]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_a_sign_in_page_has_people_one_tap_away_and_keeps_the_rules(chromium, shared_emulator, scheme, width):
    project = shared_emulator.new_project("pages")
    page = new_page(chromium, color_scheme=scheme, viewport={"width": width, "height": 844}, bypass_csp=True)
    problems = []
    for provider in {provider for provider, _ in PAGES}:
        shared_emulator.control("POST", f"issuers/{provider}/accounts?project={project}", {
            "email": "gus@example.com", "name": "Gus"})
    for provider, kind in PAGES:
        page.goto(f"{shared_emulator.url}/emulator/auth/handler?apiKey=emulator-{project}&providerId={provider}"
                  "&authType=signInViaPopup&redirectUrl=http://localhost:3000/&eventId=1&appName=x")
        name = f"{provider} {kind}"
        heading = page.get_by_role("heading", level=1).inner_text()
        assert heading == f"Sign-in with {provider if '.com' not in provider else provider.capitalize()}"
        if kind == "issuer":
            page.click("text=Use the sign-in page of fake")
            page.wait_for_url(re.compile("/issuers/"))
        person = page.get_by_role("button", name="Gus").first.bounding_box()
        assert person["y"] + person["height"] < 844, name
        fail = page.get_by_role("button", name="Fail like this")
        expect(fail).to_be_hidden()
        page.get_by_text("Let it fail").click()
        expect(fail).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name
        page.evaluate(AXE.read_text())
        problems += [f"{name}: {one}" for one in violations(page, ["color-contrast", "target-size", "label"])]
    page.context.close()
    assert problems == []
