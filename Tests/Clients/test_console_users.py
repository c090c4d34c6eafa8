"""Users and tenants on the console's screens, verified through the API."""

import json
import re

import pytest
from console import ANN
from playwright.sync_api import expect


def test_a_user_is_created_edited_disabled_and_deleted(console):
    console.open("users")
    console.wait_for("has no users yet")
    console.page.keyboard.press("c")
    console.fill("E-mail address", "bea@example.com")
    console.fill("Password", "secret1")
    console.fill("UID", "bea")
    console.submit("Create")
    console.page.get_by_role("heading", name="bea@example.com").wait_for()
    assert console.user("bea")["email"] == "bea@example.com"
    assert re.search(r"last sign-in\s+never", console.text())
    console.move("users")
    expect(console.page.locator("td[data-label='Signed in']")).to_have_text("never")
    console.move("users/bea")
    console.complete("Edit", "Save", {"Name": "Bea", "Phone number": "+15555550123"})
    assert console.user("bea")["displayName"] == "Bea"
    assert console.user("bea")["phoneNumber"] == "+15555550123"
    console.click("Disable")
    console.page.get_by_role("button", name="Enable").wait_for()
    assert console.user("bea")["disabled"] is True
    console.click("Delete")
    console.dialog.get_by_role("button", name="Cancel").click()
    assert console.user("bea")
    console.complete("Delete", "Delete the user")
    console.page.wait_for_url(re.compile("/emulator/ui/users\\?"))
    assert console.user("bea") is None


PASSKEY = {
    "credentialId": "Y3JlZA", "name": "laptop",
    "publicKey": "pQECAyYgASFYIGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWIlggT-NC4v4af5uO"
                 "5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}


def test_claims_links_factors_and_passkeys_of_a_user(console):
    console.seed(users=[{**ANN, "passkeys": [PASSKEY]}])
    # So that the code on the screen stays the present one.
    console.emulator.control("POST", "clock:freeze", {})
    console.open("users/ann")
    console.click("Edit claims")
    console.fill("Claims as JSON", "{")
    console.dialog.get_by_role("button", name="Save").click()
    console.page.get_by_role("alert").get_by_text("must be JSON").wait_for()
    console.fill("Claims as JSON", '{"admin": true}')
    console.submit("Save")
    assert json.loads(console.user("ann")["customAttributes"]) == {"admin": True}
    console.complete("Link a provider", "Link", {
        "Provider": "google.com", "The user's id at the provider": "42"})
    console.page.get_by_role("button", name="Unlink google.com").wait_for()
    assert {link["providerId"] for link in console.user("ann")["providerUserInfo"]} == {
        "password", "google.com"}
    console.complete("Unlink google.com", "Unlink")
    console.page.get_by_role("button", name="Unlink google.com").wait_for(state="detached")
    assert len(console.user("ann")["providerUserInfo"]) == 1
    console.click("Add a second factor")
    console.page.get_by_label("Kind").select_option("totp")
    console.fill("Name", "My phone")
    console.submit("Add")
    console.wait_for("code now")
    shown = console.page.locator("td .copied code").first.inner_text()
    assert shown == console.control("GET", "totpCodes")["totpCodes"][0]["code"]
    console.complete("Remove My phone", "Remove")
    console.page.get_by_role("button", name="Remove My phone").wait_for(state="detached")
    assert not console.user("ann").get("mfaInfo")
    console.complete("Remove the passkey laptop", "Remove")
    console.page.get_by_role("heading", name="Passkeys").wait_for(state="detached")
    assert not console.user("ann").get("passkeyInfo")


@pytest.mark.parametrize("uid", [".", "..", "...", "%2E", "a/b?c#d", "\u202euid"])
def test_a_user_is_opened_edited_and_deleted_whatever_the_uid(console, uid):
    console.seed(users=[{"localId": uid, "email": "dot@example.com"}, ANN])
    console.open("users")
    console.page.get_by_role("link", name="dot@example.com").click()
    console.page.get_by_role("heading", name="dot@example.com").wait_for()
    address = console.page.url
    console.complete("Edit", "Save", {"Name": "Dot"})
    assert console.user(uid)["displayName"] == "Dot"
    console.complete("Edit claims", "Save", {"Claims as JSON": '{"admin": true}'})
    # The address opens the same user, and a change of the project does not.
    console.page.goto(address)
    console.page.get_by_role("heading", name="dot@example.com").wait_for()
    console.complete("Delete", "Delete the user")
    console.wait_for("1 user")
    assert console.user(uid) is None and console.user("ann")


@pytest.mark.parametrize("button, values", [
    ("Create a user", {"UID": "bea", "Phone number": "+15555550100", "Password": "secret1"}),
    ("Edit", {"E-mail address": "", "New password": "secret1"})])
def test_a_password_without_an_address_is_refused_at_the_field(console, ann, button, values):
    console.open("users" if button == "Create a user" else "users/ann")
    console.click(button)
    for label, text in values.items():
        console.fill(label, text)
    console.dialog.locator("form button").first.click()
    field = console.dialog.get_by_label("E-mail address")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("A password needs an address to sign in with.")
    assert console.user("bea") is None and console.user("ann")["email"] == "ann@example.com"
    field.fill("bea@example.com")
    console.dialog.locator("form button").first.click()
    console.page.get_by_role("heading", name="bea@example.com").wait_for()


def test_users_are_searched_and_paged_in_the_store(console):
    console.seed(users=[{"localId": f"u{n:03}", "email": f"user{n:03}@example.com",
                         "displayName": f"Person {n}"} for n in range(120)])
    console.open("users")
    expect(console.rows).to_have_count(50)
    console.wait_for("120 users")
    console.click("Show more")
    expect(console.rows).to_have_count(100)
    # Users who are not loaded are sorted too.
    console.open("users")
    console.click("Name")
    expect(console.rows).to_have_count(120)
    expect(console.rows.nth(1)).to_contain_text("Person 1")
    expect(console.rows.nth(3)).to_contain_text("Person 100")
    console.page.get_by_label("Search").fill("person 11")
    # Person 11 and 110 to 119.
    expect(console.rows).to_have_count(11)
    console.page.get_by_label("Search").fill("nobody%")
    console.wait_for("No user has “nobody%”")


def test_many_selected_users_are_changed_together_with_their_number(console):
    console.seed(users=[{"localId": f"u{number:03}"} for number in range(60)])
    console.open("users")
    console.click("Show more")
    expect(console.rows).to_have_count(60)
    console.rows.first.get_by_role("checkbox").check()
    console.click("Select all that are shown")
    held = []
    console.page.route(re.compile(":update"), lambda route: held.append(route))
    console.click("Disable", console.page.get_by_role("group", name="Selected users"))
    console.until(lambda: len(held) == 50)
    for route in held:
        route.continue_()
    console.until(lambda: len(held) == 60)
    console.page.get_by_text("50 of 60 users").wait_for()
    for route in held[50:]:
        route.continue_()
    console.page.get_by_text("They are disabled.").wait_for()
    users = console.control("GET", "users?state=disabled&limit=100")["users"]
    assert len(users) == 60


def test_tenants_have_users_of_their_own(console, ann):
    console.open("data")
    console.complete("Add a tenant", "Add", {"Id": "acme"})
    console.wait_for("acme has no users yet")
    assert console.page.get_by_label("Tenant").input_value() == "acme"
    console.complete("Create a user", "Create", {"UID": "tim"})
    assert console.uids("tenants/acme/users") == ["tim"]
    assert console.user("tim") is None
    console.open("data", tenant="acme")
    console.complete("Delete every user of acme", "Delete the users")
    console.page.get_by_text("acme has no users now.").wait_for()
    assert console.uids("tenants/acme/users") == []
    assert console.user("ann")
    console.complete("Delete acme", "Delete the tenant")
    console.page.get_by_text("The tenant is deleted.").wait_for()
    assert console.admin("GET", "tenants")["tenants"] == []


def test_the_menu_of_tenants_has_all_and_is_disabled_where_it_changes_nothing(console):
    console.seed(tenants=[{"id": f"t{number:03}"} for number in range(250)])
    console.open("users")
    menu = console.page.get_by_label("Tenant", exact=True)
    expect(menu.locator("option")).to_have_count(251)
    menu.select_option("t249")
    console.wait_for("t249 has no users yet")
    for screen in ["requests", "switches", "home", "users"]:
        console.page.get_by_role("navigation", name="Screens").get_by_role(
            "link", name=screen.capitalize(), exact=True).click()
        expect(menu).to_be_enabled() if screen == "users" else expect(menu).to_be_disabled()
        expect(menu).to_have_value("t249")
        if screen != "users":
            expect(menu).to_have_attribute("title", "This screen is the same for every tenant.")


def test_a_dialog_that_is_closed_before_its_answer_shows_the_failure(console, ann):
    console.open("users")
    console.click("Create a user")
    console.fill("UID", "ann")
    sent = []
    console.page.route("**", lambda route: sent.append(route) if route.request.method == "POST" else route.continue_())
    console.dialog.get_by_role("button", name="Create", exact=True).click()
    console.until(lambda: sent)
    console.page.keyboard.press("Escape")
    console.dialog.wait_for(state="detached")
    sent[0].continue_()
    expect(console.page.locator("#notice")).to_contain_text("DUPLICATE_LOCAL_ID")


def test_a_form_leaves_what_another_client_changed_meanwhile(console, ann):
    console.open("users/ann")
    console.click("Edit")
    console.change("ann", email="new@example.com", emailVerified=True, phoneNumber="+15555550101")
    console.fill("Name", "Ann")
    console.submit("Save")
    user = console.user("ann")
    assert [user[name] for name in ("email", "emailVerified", "phoneNumber", "displayName")] == [
        "new@example.com", True, "+15555550101", "Ann"]
    console.click("Add a second factor")
    console.change("ann", mfa={"enrollments": [
        {"mfaEnrollmentId": "app", "totpInfo": {}, "emulatorTotpSecret": "JBSWY3DPEHPK3PXP"}]})
    console.fill("Phone number", "+15555550111")
    console.submit("Add")
    factors = console.control("GET", "users?localId=ann")["users"][0]["mfaInfo"]
    assert factors[0]["emulatorTotpSecret"] == "JBSWY3DPEHPK3PXP"
    assert factors[1]["phoneInfo"] == "+15555550111"


@pytest.mark.parametrize("email", ["ann@ex\u00e4mple.de", "j\u00fcrgen@example.com"])
def test_a_form_keeps_an_address_that_is_not_ascii(console, email):
    console.seed(users=[{"localId": "ann", "email": email}])
    console.open("users/ann")
    console.complete("Edit", "Save", {"Name": "Ann"})
    assert (console.user("ann")["email"], console.user("ann")["displayName"]) == (email, "Ann")


def test_a_form_keeps_the_line_breaks_of_a_name_that_it_does_not_change(console):
    console.seed(users=[{"localId": "ann", "email": "ann@example.com", "displayName": "Ann\nLee"}])
    console.open("users/ann")
    console.complete("Edit", "Save", {"Photo URL": "http://localhost/ann.png"})
    assert console.user("ann")["displayName"] == "Ann\nLee"
