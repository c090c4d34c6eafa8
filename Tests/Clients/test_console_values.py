"""The console keeps what it shows and sends: numbers, reasons, names that are taken, and rows of the log."""

import json

import pytest
import requests
from console import ANN
from playwright.sync_api import expect

CLAIMS = '{"id":9007199254740993,"rate":1.0,"list":[123456789012345678901]}'


def test_claims_keep_their_numbers(console):
    console.seed(users=[{**ANN, "customClaims": {"id": 1}}])
    console.change("ann", customAttributes=CLAIMS)
    console.open("users/ann")
    section = console.page.locator("section", has=console.page.get_by_role("heading", name="Custom claims"))
    assert "9007199254740993" in section.locator("pre").inner_text()
    console.complete("Edit claims", "Save")
    assert console.user("ann")["customAttributes"] == CLAIMS
    # So do the copies of a request, whose body has them.
    console.answer("accounts:signUp", {"captchaResponse": 9007199254740993})
    console.open(f"requests/{console.requests('operation=accounts:signUp')[0]['id']}")
    assert "9007199254740993" in console.copy("Copy as fetch", "Copied the code")
    # Numbers of answers are numbers.
    console.emulator.control("POST", "faults", {
        "effect": {"status": 503}, "probability": 1, "expiresInSeconds": 60})
    console.open("faults")
    expect(console.page.get_by_role("table", name="Active faults")).not_to_contain_text("object")


@pytest.mark.parametrize("field, text, code", [
    ("E-mail address", "bob@example.com", "EMAIL_EXISTS"), ("E-mail address", "nonsense", "INVALID_EMAIL")])
def test_a_refused_form_shows_the_reason_of_the_log_with_the_code(console, field, text, code):
    console.seed(users=[ANN, {"localId": "bob", "email": "bob@example.com"}])
    console.open("users/ann")
    console.click("Edit")
    console.fill(field, text)
    console.click("Save", console.dialog)
    alert = console.dialog.get_by_role("alert")
    expect(alert).to_contain_text(f"({code})")
    [logged] = [one for one in console.requests("operation=accounts:update") if one.get("code") == code]
    reason = next(one["reason"] for one in logged["decisions"] if one["outcome"] == "refused")
    expect(alert).to_have_text(f"{reason} ({code})")


def test_a_rejected_import_says_that_nothing_is_stored(console, tmp_path):
    file = tmp_path / "users.ndjson"
    file.write_text("\n".join(json.dumps({"localId": one, "email": "a@example.com"}) for one in "ab"))
    console.open("data")
    console.click("Import users")
    console.dialog.get_by_label("File", exact=True).set_input_files(file)
    console.submit("Import")
    expect(console.page.locator(".badge.bad").get_by_text("rejected")).to_be_visible()
    console.page.get_by_text("Nothing is stored.").wait_for()
    assert console.user("a") is None


@pytest.mark.parametrize("is_file", [True, False])
def test_a_seed_says_which_users_another_project_has(console, tmp_path, is_file):
    other = console.emulator.new_project("other")
    seed = json.dumps({"version": 1, "projects": {other: {"users": [{"localId": "bob"}]}}})
    console.open("data")
    if is_file:
        (tmp_path / "seed.json").write_text(seed)
        console.click("Import users")
        console.dialog.get_by_label("File", exact=True).set_input_files(tmp_path / "seed.json")
        console.submit("Import")
    else:
        console.complete("Load a seed", "Load", {"Seed document (JSON5)": seed})
    expect(console.page.locator("main").get_by_role("alert")).to_have_text(
        f"The seed names another project, {other}, which has its users: bob.")


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_a_token_or_long_id_makes_no_screen_wider(console, ann, width):
    console.page.set_viewport_size({"width": width, "height": 800})
    scrolls = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    console.open("users/ann")
    console.click("Sign in as this user")
    console.page.locator(".token").first.wait_for()
    assert not console.page.evaluate(scrolls)
    console.seed(users=[{"localId": "L" * 128}])
    console.open(f"users/{'L' * 128}")
    assert not console.page.evaluate(scrolls)
    console.click("Delete")
    assert not console.dialog.evaluate("one => one.scrollWidth > one.clientWidth")
    console.open(f"requests/{console.requests('operation=accounts:signInWithCustomToken')[0]['id']}")
    console.click("Show passwords and tokens")
    assert not console.page.evaluate(scrolls)
    # A pane hides no heading of the page from screen readers.
    assert console.page.get_by_role("heading", level=1).count() == 1


def test_a_text_from_right_to_left_shows_its_beginning(console):
    name = "محمد عبد الرحمن بن خالد الأنصاري"
    console.seed(users=[{"localId": "rtl", "displayName": name}])
    console.open("users")
    cut = console.page.locator("td[data-label=Name] .cut")
    assert cut.evaluate("""(one) => {
        const range = document.createRange();
        range.setStart(one.firstChild, 0);
        range.setEnd(one.firstChild, 1);
        const [first, box] = [range, one].map((each) => each.getBoundingClientRect());
        return one.scrollWidth > one.clientWidth && first.left >= box.left - 1 && first.right <= box.right + 1;
    }""")
    console.open("users/rtl")
    console.click("Edit")
    field = console.dialog.get_by_label("Name")
    assert field.evaluate("one => getComputedStyle(one).direction") == "rtl"


def test_sign_ins_on_pages_with_other_states_are_other_rows(console):
    address = (f"{console.emulator.url}/issuers/google.com/authorize?client_id=c&response_type=code"
               f"&scope=openid&redirect_uri=http://localhost/cb&project={console.project}")
    for state, more in [("one", "&emulator_fail=access_denied"), ("two", "&emulator_auto=new")]:
        requests.get(f"{address}&state={state}{more}", timeout=60, allow_redirects=False)
    console.open("requests", all="1")
    expect(console.rows).to_have_count(2)


def test_a_snapshot_replaces_no_other(console):
    console.open("snapshots")
    console.complete("Take a snapshot", "Take it")
    console.page.get_by_role("rowheader", name="before").wait_for()
    console.click("Take a snapshot")
    console.click("Take it", console.dialog)
    console.dialog.get_by_role("alert").get_by_text("There is a snapshot of this name.").wait_for()


@pytest.mark.parametrize("kind, id, fields", [
    ("google.com", "google.com", {}), ("saml", "saml.corp", {"Id for SAML": "saml.corp"}),
    ("oidc", "oidc.corp", {"Id for OpenID Connect": "oidc.corp"})])
def test_a_provider_is_added_with_empty_fields(console, kind, id, fields):
    console.open("providers")
    console.click("Add a provider")
    console.dialog.get_by_label("Provider", exact=True).select_option(kind)
    for label, text in fields.items():
        console.fill(label, text)
    console.submit("Add")
    console.page.get_by_role("heading", name=id).wait_for()
    console.click("Disable")
    console.page.get_by_role("button", name="Enable", exact=True).wait_for()
    shown = json.loads(console.page.locator("main details pre").first.text_content())
    assert not shown["enabled"] and (kind != "saml" or shown["idpConfig"]["idpCertificates"])


def test_a_provider_of_a_seed_without_a_client_id_is_disabled_and_edited(console):
    console.seed(providers={"google.com": {"enabled": True, "clientSecret": "s3"}})
    console.open("providers/google.com")
    console.click("Disable")
    console.page.get_by_role("button", name="Enable", exact=True).wait_for()
    console.complete("Edit", "Save", {"Client secret": "s4"})
    shown = console.admin("GET", "defaultSupportedIdpConfigs/google.com")
    assert not shown.get("enabled") and shown["clientSecret"] == "s4" and not shown.get("clientId")


def test_the_commands_of_a_tenant_are_about_the_tenant(console):
    console.seed(tenants=[{"id": "acme"}])
    console.open("data", tenant="acme")
    commands = console.page.locator("main pre").last.text_content()
    assert f"projects/{console.project}/tenants/acme/accounts" in commands
    assert f"projects/{console.project}/accounts" not in commands and "import?tenant=acme" in commands


def test_an_event_that_is_not_delivered_says_so(console):
    console.seed(people={"apple.com": [{"sub": "a1", "email": "a@example.com"}]})
    console.open("issuers/apple.com")
    console.complete("Simulate an event", "Simulate", {"Your server": "http://127.0.0.1:1/x"})
    console.page.get_by_role("alert").get_by_text("Your server did not accept it").wait_for()
