"""Providers, accounts and messages on the console's screens, verified through the API."""

import json
import re

import pytest
from playwright.sync_api import expect

CORP, APP = "oauthIdpConfigs/oidc.corp", {"enabled": True, "clientId": "app-1", "issuer": "https://id.example"}


def test_providers_are_added_changed_and_removed(console):
    console.open("providers")
    console.click("Add a provider")
    console.dialog.get_by_label("Provider", exact=True).select_option("oidc")
    console.fill("Id for OpenID Connect", "oidc.corp")
    console.fill("Client id", "app-1")
    console.submit("Add")
    console.page.get_by_role("heading", name="oidc.corp").wait_for()
    assert console.admin("GET", CORP)["clientId"] == "app-1"
    console.click("Disable")
    console.page.get_by_role("button", name="Enable").wait_for()
    assert not console.admin("GET", CORP).get("enabled")
    console.complete("Edit", "Save", {"Client id": "app-2"})
    assert console.admin("GET", CORP)["clientId"] == "app-2"
    console.complete("Remove", "Remove")
    console.page.get_by_role("heading", name="Providers", level=1).wait_for()
    assert console.admin("GET", "oauthIdpConfigs")["oauthIdpConfigs"] == []
    box = console.page.get_by_label("Anonymous", exact=True)
    box.uncheck()
    console.page.get_by_text("Stored.").wait_for()
    settings = console.admin("GET", "config")["signIn"]
    assert not settings["anonymous"].get("enabled") and settings["email"]["enabled"] is True


@pytest.mark.parametrize("collection", ["defaultSupportedIdpConfigs/google.com", "oauthIdpConfigs/oidc.demo"])
def test_a_provider_of_a_seed_without_client_and_issuer_is_changed(console, collection):
    provider = collection.split("/")[1]
    console.seed(providers={provider: {}})
    console.open(f"providers/{provider}")
    console.click("Disable")
    console.page.get_by_role("button", name="Enable", exact=True).wait_for()
    assert not console.admin("GET", collection).get("enabled")
    console.complete("Edit", "Save", {"Client secret": "s3"})
    assert console.admin("GET", collection)["clientSecret"] == "s3"


def test_people_and_keys_of_an_issuer(console):
    console.open("issuers/google.com")
    console.complete("Add a person", "Save", {"E-mail address": "gus@example.com", "Given name": "Gus"})
    console.wait_for("gus@example.com")
    people = f"issuers/google.com/accounts?project={console.project}"
    assert console.emulator.control("GET", people)["accounts"][0]["email"] == "gus@example.com"
    console.click("Mint tokens")
    console.page.get_by_label("Defect").select_option("expired")
    console.fill("or an e-mail address", "gus@example.com")
    console.submit("Mint")
    console.page.get_by_role("heading", name="idToken").wait_for()
    assert "gus@example.com" in console.page.locator(".token pre").first.inner_text()
    before = console.emulator.control("GET", "issuers/google.com")["keys"]
    console.complete("Rotate the keys", "Rotate")
    console.page.get_by_text("Rotated.").wait_for()
    after = console.emulator.control("GET", "issuers/google.com")["keys"]
    assert len(after) == len(before) + 1
    console.complete("Delete gus@example.com", "Delete")
    console.wait_for("The issuer has no person yet")
    assert console.emulator.control("GET", people)["accounts"] == []


def mint(console):
    console.submit("Mint")
    console.page.get_by_role("heading", name="idToken").wait_for()


def test_tokens_are_shown_on_a_screen_that_another_client_changed_before_the_dialog(console):
    console.open("issuers/google.com")
    waiting = console.hold("faults:describe")
    console.click("Mint tokens")
    console.emulator.control(
        "POST", f"issuers/google.com/accounts?project={console.project}", {"email": "gus@example.com"})
    console.until(lambda: waiting)
    waiting[0].continue_()
    mint(console)
    console.wait_for("gus@example.com")
    assert console.page.get_by_role("heading", name="idToken").is_visible()


def test_tokens_are_shown_on_a_screen_that_was_drawn_again_before_the_dialog(console):
    console.open("issuers/google.com")
    console.click("Add a person")
    console.fill("E-mail address", "gus@example.com")
    waiting = console.hold(r"google\.com/accounts\?")
    console.dialog.get_by_role("button", name="Save").click()
    expect(console.dialog).to_have_count(0)
    console.click("Mint tokens")
    console.dialog.wait_for()
    waiting[0].continue_()
    mint(console)


def test_a_person_at_apple_ends_the_consent(console):
    console.seed(people={"apple.com": [{"sub": "001.ann.1", "email": "ann@example.com",
                                        "authorizedClients": ["com.example.app"]}]})
    console.open("issuers/apple.com")
    console.complete("Simulate an event", "Simulate")
    console.page.get_by_role("status").get_by_text("Revoked").wait_for()
    grants = console.emulator.control("GET", f"issuers/apple.com/grants?project={console.project}")
    assert [grant["state"] for grant in grants["grants"]] == ["revoked"]


def test_an_older_answer_leaves_the_newer_messages(console):
    console.open("inbox")
    read = []
    console.page.route(re.compile(r"/messages\?"), lambda route: read.append((route, route.fetch())), times=1)
    console.app("accounts:sendVerificationCode", {"phoneNumber": "+15555550101"})
    console.until(lambda: read)
    console.app("accounts:sendVerificationCode", {"phoneNumber": "+15555550102"})
    console.wait_for("+15555550102")
    [(route, answer)] = read
    with console.page.expect_response(re.compile(r"/messages\?")):
        route.fulfill(response=answer)
    console.page.wait_for_timeout(100)
    expect(console.page.locator("tbody tr")).to_have_count(2)


def test_mail_to_a_relay_is_forwarded_or_bounced(console):
    relay = "x1@privaterelay.appleid.com"
    console.seed(
        users=[{"localId": "ada", "email": relay, "password": "secret1"}],
        people={"apple.com": [{"sub": "001.a.1", "email": "ada@example.com", "hideEmail": True,
                               "relayEmail": relay}]})
    console.app("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": relay})
    console.open("inbox")
    console.page.locator("td").get_by_text("forwarded").wait_for()
    console.seed(providers={"apple.com": {"enabled": True, "appleIssuer": {"relaySenders": ["x.test"]}}})
    console.open("inbox")
    console.page.locator("td").get_by_text("bounced").wait_for()


def test_a_person_loses_what_was_cleared(console):
    people = f"issuers/microsoft.com/accounts?project={console.project}"
    console.emulator.control("POST", people, {
        "sub": "ann", "email": "ann@example.com", "name": {"givenName": "Ann", "familyName": "Lee"},
        "claims": {"team": "x"}})
    console.open("issuers/microsoft.com")
    console.click("Edit ann@example.com")
    for label in ("E-mail address", "Given name", "Family name", "Further claims as JSON"):
        console.fill(label, "")
    console.submit("Save")
    person = console.emulator.control("GET", people)["accounts"][0]
    assert [person.get(name) or None for name in ("email", "name", "claims")] == [None] * 3


def test_a_person_keeps_the_boxes_that_were_not_changed(console):
    people = f"issuers/apple.com/accounts?project={console.project}"
    console.emulator.control("POST", people, {
        "sub": "ann", "email": "ann@example.com", "emailVerified": True, "hideEmail": True})
    console.open("issuers/apple.com")
    console.click("Edit ann@example.com")
    boxes = {name: console.dialog.get_by_role("checkbox", name=name) for name in (
        "The address is verified", "Hides the address")}
    for box in boxes.values():
        expect(box).to_be_checked()
    boxes["Hides the address"].uncheck()
    console.submit("Save")
    person = console.emulator.control("GET", people)["accounts"][0]
    assert person["emailVerified"] is True and not person.get("hideEmail")


def test_a_field_that_is_removed_from_the_json_is_cleared(console):
    console.admin("POST", "oauthIdpConfigs", {**APP, "displayName": "Corp"}, oauthIdpConfigId="oidc.corp")
    console.open("providers/oidc.corp")
    console.click("Edit as JSON")
    console.fill("Configuration as JSON", "")
    console.dialog.get_by_role("button", name="Save").click()
    expect(console.dialog.get_by_role("alert")).to_have_text("The text is not a JSON object.")
    console.fill("Configuration as JSON", json.dumps(APP))
    console.submit("Save")
    assert console.admin("GET", CORP).get("displayName") is None


def test_every_provider_is_listed(console):
    for number in range(5):
        console.admin("POST", "oauthIdpConfigs", APP, oauthIdpConfigId=f"oidc.corp-{number}")
    console.ask_for_pages_of(2)
    console.open("providers")
    assert console.page.locator("tbody tr").count() == 5
    assert console.later_pages() == 2


def test_a_change_that_was_refused_is_not_shown(console):
    def refuse(route):
        if route.request.method != "PATCH":
            return route.continue_()
        return route.fulfill(status=503, json={"error": {"message": "The change was refused."}})
    console.page.route(re.compile("/config[?]|/settings$"), refuse)
    notice = console.page.locator("#notice").get_by_text("The change was refused.")
    console.open("providers")
    console.page.get_by_label("Anonymous", exact=True).click()
    notice.wait_for()
    expect(console.page.get_by_label("Anonymous", exact=True)).to_be_checked()
    console.open("switches")
    switch = console.page.get_by_label("codeExpiry", exact=True)
    before = switch.input_value()
    switch.select_option("on" if before == "off" else "off")
    notice.wait_for()
    expect(switch).to_have_value(before)
