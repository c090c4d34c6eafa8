"""Forms of the console that stay open while another client changes the same thing."""

import json

import pytest
from console import ANN
from playwright.sync_api import expect

PERSON = {"sub": "110", "email": "gus@example.com", "emailVerified": True, "claims": {"team": "a"}}


def update_claims(console, claims):
    console.emulator.owner("POST", f"v1/projects/{console.project}/accounts:update", {
        "localId": "ann", "customAttributes": json.dumps(claims)})


def patch_person(console, change):
    console.emulator.control("PATCH", f"issuers/google.com/accounts/110?project={console.project}", change)


def person(console):
    [found] = console.emulator.control("GET", f"issuers/google.com/accounts?project={console.project}")["accounts"]
    return found


def provider(console, id="oidc.corp", kind="oauthIdpConfigs"):
    return f"v2/projects/{console.project}/{kind}/{id}"


def patch_provider(console, change, *path):
    console.emulator.owner("PATCH", provider(console, *path), change, updateMask=",".join(change))


# The screen, the button, the label of the text, the change by another client, the typed text, and what is stored then.
WHOLE = {
    "claims": ("users/ann", "Edit claims", "Claims as JSON", lambda console: update_claims(console, {"plan": "pro"}),
               {"admin": True}, lambda console: json.loads(console.user("ann")["customAttributes"])),
    "options of an issuer": (
        "issuers/oidc.corp", "Edit as JSON", "Options as JSON",
        lambda console: console.emulator.control("PATCH", "issuers/oidc.corp", {"timeOffsetSeconds": 5}),
        {"timeOffsetSeconds": 7},
        lambda console: console.emulator.control("GET", "issuers/oidc.corp")["options"]),
    "configuration of a provider": (
        "providers/oidc.corp", "Edit as JSON", "Configuration as JSON",
        lambda console: patch_provider(console, {"displayName": "Theirs"}),
        {"enabled": True, "clientId": "c", "issuer": "http://localhost/i", "displayName": "Mine"},
        lambda console: {name: value for name, value in console.emulator.owner("GET", provider(console)).items()
                         if name in ("enabled", "clientId", "issuer", "displayName")}),
    "claims of a person": (
        "issuers/google.com", "Edit gus@example.com", "Further claims as JSON",
        lambda console: patch_person(console, {"claims": {"team": "b"}}), {"team": "c"},
        lambda console: person(console)["claims"]),
}


@pytest.fixture
def scene(console):
    console.seed(users=[{**ANN, "customClaims": {"plan": "free"}}], people={"google.com": [PERSON]},
                 providers={"oidc.corp": {"enabled": True, "clientId": "c", "issuer": "http://localhost/i"}})


@pytest.mark.parametrize("name", WHOLE)
def test_a_form_that_replaces_a_text_says_that_it_was_changed_and_keeps_what_was_typed(console, scene, name):
    screen, button, label, change, typed, stored = WHOLE[name]
    console.open(screen)
    console.click(button)
    text = json.dumps(typed)
    console.fill(label, text)
    change(console)
    theirs = stored(console)
    console.click("Save", console.dialog)
    alert = console.dialog.get_by_role("alert")
    alert.get_by_text("This was changed since the form was opened.").wait_for()
    assert stored(console) == theirs != typed
    # The alert has what is there now, and the form what was typed.
    shown = json.loads(alert.inner_text().split("\n", 1)[1])
    assert theirs.items() <= shown.items()
    assert console.dialog.get_by_label(label, exact=True).input_value() == text
    console.submit("Save")
    assert stored(console) == typed


def test_a_form_of_a_provider_leaves_what_another_client_changed_meanwhile(console):
    console.open("providers/saml.corp")
    console.click("Configure it")
    console.click("Edit")
    path = ("saml.corp", "inboundSamlConfigs")
    config = console.emulator.owner("GET", provider(console, *path))
    theirs = {**config["idpConfig"], "ssoUrl": "http://localhost/theirs"}
    patch_provider(console, {"enabled": False, "idpConfig": theirs}, *path)
    console.fill("Entity id of the identity provider", "mine")
    console.submit("Save")
    config = console.emulator.owner("GET", provider(console, *path))
    assert not config.get("enabled")
    assert config["idpConfig"] == {**theirs, "idpEntityId": "mine"}


def test_a_form_of_a_person_leaves_what_another_client_changed_meanwhile(console, scene):
    console.open("issuers/google.com")
    console.click("Edit gus@example.com")
    patch_person(console, {"emailVerified": False, "claims": {"team": "b"}, "name": {"givenName": "Gus"}})
    console.fill("E-mail address", "new@example.com")
    console.submit("Save")
    found = person(console)
    assert (found["email"], found["emailVerified"], found["claims"], found["name"]) == (
        "new@example.com", False, {"team": "b"}, {"givenName": "Gus"})


TAKEN = {
    "a snapshot": ("snapshots", "Take a snapshot", "Take it", {"Name": "before"},
                   lambda console: console.emulator.control("POST", "snapshots", {"name": "before"})),
    "a tenant": ("data", "Add a tenant", "Add", {"Id": "acme", "Name": "Mine"},
                 lambda console: console.seed(tenants=[{"id": "acme", "displayName": "Theirs"}])),
}


@pytest.mark.parametrize("name", TAKEN)
def test_a_form_that_creates_replaces_nothing_that_came_meanwhile(console, name):
    screen, button, submit, fields, create = TAKEN[name]
    console.open(screen)
    console.click(button)
    create(console)
    for label, text in fields.items():
        console.fill(label, text)
    console.click(submit, console.dialog)
    expect(console.dialog.get_by_role("alert")).to_contain_text("Choose another.")
