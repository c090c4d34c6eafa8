"""The main action of each other screen of the console, on the page and verified through the API."""

import json
import re

import pytest
from console import ANN, Console, sign_in
from playwright.sync_api import expect


def test_a_browser_at_the_root_sees_what_was_refused_and_what_to_change(console):
    console.seed(users=[ANN], settings={"recentLogin": "on"})
    # The second may change between the two calls otherwise.
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
    assert "signed in 600 s ago" in card.inner_text()
    expect(card.get_by_role("link", name="Scenario recent-login-required")).to_have_count(1)
    card.get_by_role("link", name="Switch recentLogin").click()
    console.settle()
    focused = console.page.evaluate("document.activeElement.name")
    assert focused == "recentLogin"
    assert console.page.get_by_label("recentLogin", exact=True).input_value() == "on"


def test_home_names_who_signed_in_as_it_happens(console):
    console.open()
    console.wait_for(f"No request came for {console.project} yet")
    assert "connectAuthEmulator" in console.text()
    console.seed(users=[ANN])
    sign_in(console)
    console.page.locator(".timeline").get_by_role("link", name="ann@example.com", exact=True).click()
    console.wait_for("Ann Lee")


@pytest.mark.parametrize("screen, name", [("", "ann@example.com"), ("requests", "accounts:signInWithPassword")])
def test_a_request_that_comes_while_the_log_is_read_is_shown(console, screen, name):
    console.seed(users=[ANN])
    console.open("clock")
    read = []
    console.page.route(
        re.compile(r"/v1/requests\?"), lambda route: read.append((route, route.fetch())), times=1)
    console.go(screen)
    console.until(lambda: read)
    sign_in(console)
    # Longer than the stream collects requests.
    console.page.wait_for_timeout(500)
    [(route, answer)] = read
    route.fulfill(response=answer)
    console.page.locator("td, .timeline").get_by_role("link", name=name, exact=True).first.wait_for()


def test_a_request_is_explained_and_copied(console):
    console.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    console.seed(users=[ANN])
    console.open("requests")
    sign_in(console, password="wrong1")
    console.page.get_by_role("link", name="accounts:signInWithPassword").click()
    console.wait_for("The password is not that of user ann@example.com (ann).")
    address = console.page.url
    console.click("Copy as curl")
    console.page.get_by_text("Copied the command, with passwords and tokens.").wait_for()
    copied = console.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("curl") and "accounts:signInWithPassword" in copied
    console.click("Copy the report")
    console.page.get_by_text("Copied the report.").wait_for()
    assert "400 Bad Request" in console.page.evaluate("navigator.clipboard.readText()")
    console.page.goto(address)
    console.wait_for("The password is not that of user ann@example.com (ann).")


def test_a_masked_request_is_copied_whole_or_masked(console):
    console.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    console.seed(users=[ANN])
    console.open("requests")
    sign_in(console, password="wrong1")
    console.page.get_by_role("link", name="accounts:signInWithPassword").click()
    console.click("Copy as curl")
    console.page.get_by_text("Copied the command, with passwords and tokens.").wait_for()
    assert "wrong1" in console.page.evaluate("navigator.clipboard.readText()")
    console.click("Copy as curl, masked")
    console.page.get_by_text("which repeats something else.").wait_for()
    masked = console.page.evaluate("navigator.clipboard.readText()")
    assert "wrong1" not in masked and "masked" in masked


def test_the_filters_of_the_log_leave_what_was_refused_or_warned_of(console):
    console.seed(users=[ANN])
    sign_in(console)
    sign_in(console, password="wrong1")
    # Unsigned claims, which production refuses.
    console.app("accounts:signInWithIdp", {
        "requestUri": "http://localhost", "returnSecureToken": True,
        "postBody": 'providerId=google.com&id_token={"sub":"110","email":"gus@example.com"}'})
    console.open("requests")
    rows = console.page.locator("tbody tr")
    expect(rows).to_have_count(3)
    console.page.get_by_label("Outcome").select_option("warned")
    expect(rows).to_have_count(1)
    assert "accounts:signInWithIdp" in rows.inner_text()
    console.page.get_by_label("Outcome").select_option("refused")
    expect(rows.first).to_contain_text("INVALID_PASSWORD")
    expect(rows).to_have_count(1)
    console.page.get_by_label("Outcome").select_option("")
    console.page.get_by_label("Filter").fill("is signed in with password")
    expect(rows.get_by_text("User ann@example.com (ann) is signed in with password.")).to_be_visible()
    expect(rows).to_have_count(1)


def test_what_the_console_reads_stays_out_of_the_log(console):
    console.seed(users=[ANN])
    for screen in ["", "users/ann", "providers"]:
        console.open(screen)
    log = console.emulator.control("GET", f"requests?project={console.project}")
    # The one that created the project.
    assert [entry["operation"] for entry in log["requests"]] == ["projects/{project}/settings"]


def test_switches_are_set_one_by_one_and_all_at_once(console):
    console.open("switches")
    console.page.get_by_label("codeExpiry", exact=True).select_option("on")
    console.page.get_by_text("codeExpiry is on now.").wait_for()
    assert console.control("GET", "settings")["codeExpiry"] == "on"
    # Colour marks the only switch that is not as its profile has it.
    badges = console.page.locator(".switch .badge")
    assert badges.all_inner_texts() == ["warn in compatible"]
    console.click("All as in production")
    console.submit("Set all to production")
    console.page.get_by_text("Every switch is as in production now.").wait_for()
    settings = console.control("GET", "settings")
    assert (settings["profile"], settings["recentLogin"]) == ("production", "on")
    assert badges.count() == 0


def test_every_switch_is_on_the_screen(console):
    settings = set(console.control("GET", "settings")) - {"profile"}
    console.open("switches")
    shown = console.page.eval_on_selector_all(".switch select", "all => all.map(one => one.name)")
    assert set(shown) == settings


def test_the_clock_is_moved_stopped_and_returned(console):
    def clock():
        return console.emulator.control("GET", "clock")

    console.open("clock")
    console.click("+ 1 hour")
    strip = console.page.get_by_role("region", name="State of the emulator")
    strip.get_by_text("Clock 1 h ahead").wait_for()
    assert clock()["offsetMilliseconds"] == 3_600_000
    console.click("Stop the clock")
    console.until(lambda: clock()["frozen"])
    strip.get_by_text(f"Clock Stopped at {clock()['now'][:19].replace('T', ' ')} UTC").wait_for()
    console.click("Reset the clock")
    console.until(lambda: not clock()["frozen"])
    strip.get_by_role("link", name="Clock").wait_for(state="detached")
    console.page.get_by_role("button", name="Stop the clock").wait_for()
    assert clock()["offsetMilliseconds"] == 0


def test_the_log_finds_an_operation_by_every_name(console):
    console.seed(users=[ANN])
    sign_in(console)
    console.open("requests")
    console.page.get_by_label("Filter").fill("verifyPassword")
    console.page.get_by_role("link", name="accounts:signInWithPassword").wait_for()
    console.page.get_by_label("Filter").fill("verifyAssertion")
    console.wait_for("No request passes these filters.")


def test_a_fault_for_a_provider_that_does_not_exist_warns(console):
    console.open("faults")
    console.click("Set one for this project")
    console.fill("Provider", "gogle.com")
    console.submit("Set the fault")
    console.page.get_by_text("Did you mean google.com?").wait_for()
    for fault in console.emulator.control("GET", "faults")["faults"]:
        if fault["match"].get("project") == console.project:
            console.emulator.control("DELETE", f"faults/{fault['id']}")


def test_every_defect_can_be_chosen(console):
    console.open("issuers/google.com")
    console.click("Mint tokens")
    options = console.page.get_by_label("Defect").locator("option")
    described = console.emulator.control("GET", "faults:describe")["defects"]
    expect(options).to_have_count(len(described) + 1)


def test_a_fault_is_set_met_and_removed(console):
    console.open("faults")
    console.click("Set one for this project")
    console.fill("Operation", "accounts:signUp")
    console.fill("HTTP status", "502")
    console.submit("Set the fault")
    console.wait_for("accounts:signUp")
    assert console.answer("accounts:signUp", {}).status_code == 502
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
    console.page.get_by_role("button", name=f"Restore {name}").wait_for()
    snapshots = console.emulator.control("GET", "snapshots")["snapshots"]
    assert [one["project"] for one in snapshots if one["name"] == name] == [console.project]
    console.open("data")
    console.click(f"Delete every user of {console.project}")
    console.submit("Delete the users")
    console.page.get_by_text("has no users now.").wait_for()
    assert console.user("ann") is None
    console.open("snapshots")
    console.click(f"Restore {name}")
    console.submit("Restore")
    console.page.get_by_text(f"The state is that of {name}.").wait_for()
    assert console.user("ann")
    console.click(f"Delete {name}")
    console.submit("Delete")
    console.page.get_by_role("button", name=f"Restore {name}").wait_for(state="detached")


def test_emptying_a_project_leaves_the_others(console):
    console.seed(users=[ANN])
    other = Console(console.emulator, console.page)
    other.seed(users=[ANN])
    console.open("data")
    console.click(f"Empty {console.project}")
    console.submit("Empty it")
    console.page.get_by_text("Done.").wait_for()
    assert console.user("ann") is None
    assert other.user("ann")


def test_a_seed_is_loaded_and_exported(console):
    console.open("data")
    console.click("Load a seed")
    console.submit("Load")
    console.page.get_by_text("Created 1 user").wait_for()
    assert console.user("ann")["email"] == "ann@example.com"
    with console.page.expect_download() as download:
        console.click("Seed document", role="link")
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
    console.click("Start a recording")
    console.page.get_by_role("button", name="Finish the recording").wait_for()
    console.app("accounts:signUp", {"returnSecureToken": True})
    console.open("requests")
    console.click("Finish the recording")
    dialog = console.page.get_by_role("dialog")
    console.click("Finish", dialog)
    dialog.get_by_role("heading", name="The recorded scenario").wait_for()
    assert "accounts:signUp" in dialog.inner_text()
    with console.page.expect_download() as download:
        console.click("Download scenario.json", dialog, role="link")
    assert json.loads(download.value.path().read_text())["steps"][0]["call"].startswith("POST ")
    console.click("Replay it", dialog)
    dialog.get_by_text("passed").wait_for()
    console.click("Close", dialog)
    recordings = console.emulator.control("GET", "recordings")["recordings"]
    assert console.project not in [one["project"] for one in recordings]


@pytest.mark.parametrize("screen", ["nonsense", "requests/none-1", "users/nobody"])
def test_an_address_that_leads_nowhere_says_so(console, screen):
    console.open(screen)
    assert re.search("has no|no screen", console.text())
