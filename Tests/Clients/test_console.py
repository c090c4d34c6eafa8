"""The main act of each screen of the console, done through the page and checked through the API."""

import json
import re

import pytest
from browser import chromium, shared_emulator  # noqa: F401
from console import console  # noqa: F401
from playwright.sync_api import expect

ANN = {"localId": "ann", "email": "ann@example.com", "emailVerified": True, "password": "secret1",
       "displayName": "Ann Lee"}


def sign_in(console, password="secret1"):
    return console.app("accounts:signInWithPassword", {
        "email": "ann@example.com", "password": password, "returnSecureToken": True})


def test_a_browser_at_the_root_sees_what_was_refused_and_what_to_change(console):
    console.seed(users=[ANN], settings={"recentLogin": "on"})
    # Else the second may change between the two calls.
    console.emulator.control("POST", "clock:freeze", {})
    try:
        token = sign_in(console)["idToken"]
        console.emulator.control("POST", "clock:advance", {"minutes": 10})
        refused = console.app("accounts:update", {"idToken": token, "password": "another1"})
    finally:
        console.emulator.control("POST", "clock:reset")
    assert refused["error"]["message"] == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
    console.page.goto(console.emulator.url)
    console.settle()
    assert "/emulator/ui" in console.page.url
    console.page.get_by_label("Project").select_option(console.project)
    console.wait_for("accounts:update was refused: CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    card = console.page.locator(".card.bad")
    assert "rule recentLogin" in card.inner_text()
    assert "signed in 600 s ago" in card.inner_text()
    assert card.get_by_role("link", name="Scenario recent-login-required").count() == 1
    card.get_by_role("link", name="Switch recentLogin").click()
    console.settle()
    focused = console.page.evaluate("document.activeElement.name")
    assert focused == "recentLogin"
    assert console.page.get_by_label("recentLogin").input_value() == "on"


def test_home_names_who_signed_in_as_it_happens(console):
    console.open()
    console.wait_for(f"No request came for {console.project} yet")
    assert "connectAuthEmulator" in console.text()
    console.seed(users=[ANN])
    sign_in(console)
    console.page.get_by_role("link", name="ann", exact=True).wait_for()
    console.page.get_by_role("link", name="ann", exact=True).click()
    console.wait_for("Ann Lee")


def test_a_request_is_explained_and_copied(console):
    console.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    console.seed(users=[ANN])
    console.open("requests")
    sign_in(console, password="wrong1")
    console.page.get_by_role("link", name="accounts:signInWithPassword").click()
    console.wait_for("The password is not that of user ann.")
    address = console.page.url
    console.click("Copy as curl")
    console.page.get_by_text("Copied the command.").wait_for()
    copied = console.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("curl") and "accounts:signInWithPassword" in copied
    console.click("Copy report")
    console.page.get_by_text("Copied the report.").wait_for()
    assert "400 Bad Request" in console.page.evaluate("navigator.clipboard.readText()")
    console.page.goto(address)
    console.wait_for("The password is not that of user ann.")


def test_the_filters_of_the_log_leave_what_was_refused(console):
    console.seed(users=[ANN])
    sign_in(console)
    sign_in(console, password="wrong1")
    console.open("requests")
    rows = console.page.locator("tbody tr")
    expect(rows).to_have_count(2)
    console.page.get_by_label("Outcome").select_option("refused")
    expect(rows).to_have_count(1)
    assert "INVALID_PASSWORD" in rows.inner_text()
    console.page.get_by_label("Outcome").select_option("")
    console.page.get_by_label("Filter").fill("is signed in")
    expect(rows.get_by_text("User ann is signed in with password.")).to_be_visible()
    expect(rows).to_have_count(1)


def test_what_the_console_reads_stays_out_of_the_log(console):
    console.seed(users=[ANN])
    for screen in ["", "users/ann", "providers"]:
        console.open(screen)
    log = console.emulator.control("GET", f"requests?project={console.project}")
    assert [entry["operation"] for entry in log["requests"]] == []


def test_a_user_is_created_edited_disabled_and_deleted(console):
    console.open("users")
    console.wait_for("has no users yet")
    console.click("Create a user")
    console.fill("E-mail address", "bea@example.com")
    console.fill("Password", "secret1")
    console.fill("UID", "bea")
    console.submit("Create")
    console.page.get_by_role("heading", name="bea@example.com").wait_for()
    assert console.user("bea")["email"] == "bea@example.com"
    console.click("Edit")
    console.fill("Name", "Bea")
    console.fill("Phone number", "+15555550123")
    console.submit("Save")
    assert console.user("bea")["displayName"] == "Bea"
    assert console.user("bea")["phoneNumber"] == "+15555550123"
    console.click("Disable")
    console.page.get_by_role("button", name="Enable").wait_for()
    assert console.user("bea")["disabled"] is True
    console.click("Delete")
    console.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert console.user("bea")
    console.click("Delete")
    console.submit("Delete the user")
    console.page.wait_for_url(re.compile("/emulator/ui/users\\?"))
    assert console.user("bea") is None


def test_claims_links_factors_and_sessions_of_a_user(console):
    console.seed(users=[ANN])
    console.open("users/ann")
    console.click("Edit claims")
    console.fill("Claims as JSON", "{")
    console.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    console.page.get_by_role("alert").get_by_text("is no JSON").wait_for()
    console.fill("Claims as JSON", '{"admin": true}')
    console.submit("Save")
    assert json.loads(console.user("ann")["customAttributes"]) == {"admin": True}
    console.click("Link a provider")
    console.fill("Provider", "google.com")
    console.fill("The user's id there", "42")
    console.submit("Link")
    console.page.get_by_role("button", name="Unlink google.com").wait_for()
    assert {link["providerId"] for link in console.user("ann")["providerUserInfo"]} == {
        "password", "google.com"}
    console.click("Unlink google.com")
    console.submit("Unlink")
    console.page.get_by_role("button", name="Unlink google.com").wait_for(state="detached")
    assert len(console.user("ann")["providerUserInfo"]) == 1
    console.click("Add a second factor")
    console.page.get_by_label("Kind").select_option("totp")
    console.fill("Name", "My phone")
    console.submit("Add")
    console.wait_for("code now")
    shown = console.page.locator("td .copied code").inner_text()
    assert shown == console.control("GET", "totpCodes")["totpCodes"][0]["code"]
    console.click("Remove My phone")
    console.submit("Remove")
    console.page.get_by_role("button", name="Remove My phone").wait_for(state="detached")
    assert not console.user("ann").get("mfaInfo")


def test_tokens_of_a_user_are_decoded_beside(console):
    console.seed(users=[{**ANN, "customClaims": {"plan": "pro"}}])
    console.open("users/ann")
    console.click("Sign in as this user")
    console.page.get_by_role("heading", name="ID token").wait_for()
    claims = console.page.locator(".token pre").first.inner_text()
    assert json.loads(claims)["plan"] == "pro"
    console.click("Revoke sessions")
    console.submit("Revoke")
    console.page.get_by_text("Revoked.").wait_for()
    assert int(console.user("ann")["validSince"]) > 0


def test_passkeys_are_removed_on_the_page(console):
    console.seed(users=[{**ANN, "passkeys": [{
        "credentialId": "Y3JlZA", "name": "laptop",
        "publicKey": "pQECAyYgASFYIGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWIlggT-NC4v4af5uO"
                     "5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}]}])
    console.open("users/ann")
    console.click("Remove the passkey laptop")
    console.submit("Remove")
    console.page.get_by_role("heading", name="Passkeys").wait_for(state="detached")
    assert not console.user("ann").get("passkeyInfo")


def test_users_are_searched_and_paged_in_the_store(console):
    console.seed(users=[{"localId": f"u{n:03}", "email": f"user{n:03}@example.com",
                         "displayName": f"Person {n}"} for n in range(120)])
    console.open("users")
    rows = console.page.locator("tbody tr")
    expect(rows).to_have_count(50)
    console.wait_for("120 users")
    console.click("Show more")
    expect(rows).to_have_count(100)
    console.page.get_by_label("Search").fill("person 11")
    # Person 11 and 110 to 119.
    expect(rows).to_have_count(11)
    console.page.get_by_label("Search").fill("nobody%")
    console.wait_for("No user has “nobody%”")


def test_tenants_have_users_of_their_own(console):
    console.seed(users=[ANN])
    console.open("data")
    console.click("Add a tenant")
    console.fill("Id", "acme")
    console.submit("Add")
    console.wait_for("acme has no users yet")
    assert console.page.get_by_label("Tenant").input_value() == "acme"
    console.click("Create a user")
    console.fill("UID", "tim")
    console.submit("Create")
    users = console.emulator.control("GET", f"projects/{console.project}/tenants/acme/users")
    assert [user["localId"] for user in users["users"]] == ["tim"]
    assert console.user("tim") is None
    console.open("data", tenant="acme")
    console.click("Delete acme")
    console.submit("Delete the tenant")
    console.page.get_by_text("The tenant is deleted.").wait_for()
    tenants = console.emulator.owner("GET", f"v2/projects/{console.project}/tenants")
    assert tenants["tenants"] == []


def test_switches_are_set_one_by_one_and_all_at_once(console):
    console.open("switches")
    console.page.get_by_label("codeExpiry").select_option("on")
    console.page.get_by_text("codeExpiry is on now.").wait_for()
    assert console.control("GET", "settings")["codeExpiry"] == "on"
    console.click("All as in production")
    console.submit("Set all to production")
    console.page.get_by_text("Every switch is as in production now.").wait_for()
    settings = console.control("GET", "settings")
    assert (settings["profile"], settings["recentLogin"]) == ("production", "on")


def test_every_switch_and_each_scenario_of_the_advice_exists(console):
    settings = set(console.control("GET", "settings")) - {"profile"}
    console.open("switches")
    shown = console.page.eval_on_selector_all(".switch select", "all => all.map(one => one.name)")
    assert set(shown) == settings
    names = {one["name"] for one in console.emulator.control("GET", "scenarios")["scenarios"]}
    advised = console.page.evaluate("""async () => {
      const folder = document.querySelector('script[type=module]').src.replace('app.js', '');
      const { SCENARIOS } = await import(folder + 'advice.js');
      return Object.values(SCENARIOS);
    }""")
    assert advised and set(advised) <= names


def test_providers_are_added_changed_and_removed(console):
    console.open("providers")
    console.click("Add a provider")
    console.page.get_by_role("dialog").get_by_label("Provider", exact=True).select_option("oidc")
    console.fill("Id for OpenID Connect", "oidc.corp")
    console.fill("Client id", "app-1")
    console.submit("Add")
    console.page.get_by_role("heading", name="oidc.corp").wait_for()
    path = f"v2/projects/{console.project}/oauthIdpConfigs"
    assert console.emulator.owner("GET", f"{path}/oidc.corp")["clientId"] == "app-1"
    console.click("Disable")
    console.page.get_by_role("button", name="Enable").wait_for()
    assert not console.emulator.owner("GET", f"{path}/oidc.corp").get("enabled")
    console.click("Edit")
    console.fill("Client id", "app-2")
    console.submit("Save")
    assert console.emulator.owner("GET", f"{path}/oidc.corp")["clientId"] == "app-2"
    console.click("Remove")
    console.submit("Remove")
    console.page.get_by_role("heading", name="Providers", level=1).wait_for()
    assert console.emulator.owner("GET", path)["oauthIdpConfigs"] == []
    box = console.page.get_by_label("Anonymous")
    box.uncheck()
    console.page.get_by_text("Stored.").wait_for()
    config = console.emulator.owner("GET", f"v2/projects/{console.project}/config")
    assert not config["signIn"]["anonymous"].get("enabled")
    assert config["signIn"]["email"]["enabled"] is True


def test_people_and_keys_of_an_issuer(console):
    console.open("issuers/google.com")
    console.click("Add a person")
    console.fill("E-mail address", "gus@example.com")
    console.fill("Given name", "Gus")
    console.submit("Save")
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
    console.click("Rotate the keys")
    console.submit("Rotate")
    console.page.get_by_text("Rotated.").wait_for()
    after = console.emulator.control("GET", "issuers/google.com")["keys"]
    assert len(after) == len(before) + 1
    console.click("Delete gus@example.com")
    console.submit("Delete")
    console.wait_for("No account is here yet")
    assert console.emulator.control("GET", people)["accounts"] == []


def test_a_person_at_apple_ends_the_consent(console):
    console.seed(people={"apple.com": [{"sub": "001.ann.1", "email": "ann@example.com",
                                        "authorizedClients": ["com.example.app"]}]})
    console.open("issuers/apple.com")
    console.click("Let something happen")
    console.submit("Let it happen")
    console.page.get_by_role("status").get_by_text("Revoked").wait_for()
    grants = console.emulator.control("GET", f"issuers/apple.com/grants?project={console.project}")
    assert [grant["state"] for grant in grants["grants"]] == ["revoked"]


def test_the_inbox_has_links_and_codes_that_work(console):
    console.seed(users=[ANN])
    console.open("inbox")
    console.wait_for("No message was sent")
    console.app("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": "ann@example.com"})
    console.app("accounts:sendVerificationCode", {"phoneNumber": "+15555550199"})
    console.page.get_by_role("link", name="Reset the password").wait_for()
    code = console.control("GET", "verificationCodes")["verificationCodes"][0]["code"]
    console.wait_for(f"The code is {code}")
    console.click("Reset the password", role="link")
    console.page.get_by_role("heading", name="Reset the password").wait_for()
    with console.page.expect_popup() as popup:
        console.click("Open the link", role="link")
    popup.value.fill("input[type=password]", "changed1")
    popup.value.click("button")
    popup.value.get_by_role("status").wait_for()
    assert "idToken" in sign_in(console, password="changed1")
    console.open("inbox")
    console.page.get_by_text("used").first.wait_for()


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


def test_the_clock_is_moved_stopped_and_returned(console):
    console.open("clock")
    try:
        console.click("+ 1 hour")
        console.page.get_by_role("link", name="Clock is moved").wait_for()
        assert console.emulator.control("GET", "clock")["offsetMilliseconds"] == 3_600_000
        console.click("Stop the clock")
        console.page.get_by_role("link", name="Clock is stopped").wait_for()
        assert console.emulator.control("GET", "clock")["frozen"] is True
        console.click("Return to this machine's time")
        console.page.get_by_role("button", name="Stop the clock").wait_for()
        clock = console.emulator.control("GET", "clock")
        assert (clock["offsetMilliseconds"], clock["frozen"]) == (0, False)
    finally:
        console.emulator.control("POST", "clock:reset")


def test_a_fault_is_set_met_and_removed(console):
    console.open("faults")
    console.click("Set one for this project")
    console.fill("Operation", "accounts:signUp")
    console.fill("Value", "503")
    console.submit("Set the fault")
    console.wait_for("accounts:signUp")
    assert console.answer("accounts:signUp", {}).status_code == 503
    console.open()
    console.page.locator(".card.bad").get_by_text("A fault is set for this request").wait_for()
    console.page.locator(".card.bad").get_by_role("link", name="Faults").click()
    console.settle()
    fault = next(one for one in console.emulator.control("GET", "faults")["faults"]
                 if one["match"].get("project") == console.project)
    console.click(f"Remove the fault {fault['id']}")
    console.page.get_by_role("button", name=f"Remove the fault {fault['id']}").wait_for(
        state="detached")
    assert "idToken" in console.app("accounts:signUp", {"returnSecureToken": True})


def test_a_snapshot_brings_back_what_was_deleted(console):
    console.seed(users=[ANN])
    name = f"of-{console.project}"
    console.open("snapshots")
    console.click("Take a snapshot")
    console.fill("Name", name)
    console.page.get_by_label(f"Only the project {console.project}").check()
    console.submit("Take it")
    console.page.get_by_role("button", name=f"Return to {name}").wait_for()
    console.open("data")
    console.click(f"Delete every user of {console.project}")
    console.submit("Delete the users")
    console.page.get_by_text("has no users now.").wait_for()
    assert console.user("ann") is None
    console.open("snapshots")
    console.click(f"Return to {name}")
    console.submit("Return")
    console.page.get_by_text(f"The state is that of {name}.").wait_for()
    assert console.user("ann")
    console.click(f"Delete {name}")
    console.submit("Delete")
    console.page.get_by_role("button", name=f"Return to {name}").wait_for(state="detached")


def test_a_seed_is_loaded_and_exported(console):
    console.open("data")
    console.click("Load a seed")
    console.submit("Load")
    console.page.get_by_text("Created 1 users").wait_for()
    assert console.user("ann")["email"] == "ann@example.com"
    with console.page.expect_download() as download:
        console.click("Export", role="link")
    exported = json.loads(download.value.path().read_text())
    assert exported["projects"][console.project]["users"][0]["localId"] == "ann"


def test_a_scenario_is_run_and_loaded(console):
    console.open("scenarios")
    console.page.get_by_label("Search").fill("disabled user")
    console.click("A disabled user signs in", role="link")
    console.page.get_by_role("heading", name="A disabled user signs in").wait_for()
    console.click("Run it")
    console.page.get_by_text("passed").wait_for()
    console.click(f"Load it into {console.project}")
    console.submit("Empty and load")
    console.page.get_by_text("has the state that the scenario begins with").wait_for()
    assert console.user("ann")


def test_a_recording_becomes_a_scenario(console):
    console.open("scenarios")
    console.click("Record my app")
    console.page.get_by_role("button", name="Finish").wait_for()
    console.app("accounts:signUp", {"returnSecureToken": True})
    console.click("Finish")
    with console.page.expect_download() as download:
        console.submit("Finish")
    assert json.loads(download.value.path().read_text())["steps"][0]["call"].startswith("POST ")


@pytest.mark.parametrize("screen", ["nonsense", "requests/none-1", "users/nobody"])
def test_an_address_that_leads_nowhere_says_so(console, screen):
    console.open(screen)
    assert re.search("has no|no screen", console.text())
