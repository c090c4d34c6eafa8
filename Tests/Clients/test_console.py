"""The main action of each other screen of the console, on the page and verified through the API."""

import base64
import json
import re

import pytest
from console import ANN, Console, sign_in
from playwright.sync_api import expect


def test_a_browser_at_the_root_sees_what_was_refused_and_what_to_change(console):
    console.seed(users=[ANN], settings={"recentLogin": "on"})
    # The second may change between the two calls otherwise.
    console.emulator.control("POST", "clock:freeze", {})
    token = sign_in(console)["idToken"]
    console.emulator.control("POST", "clock:advance", {"minutes": 10})
    refused = console.app("accounts:update", {"idToken": token, "password": "another1"})
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
    assert console.page.evaluate("document.activeElement.name") == "recentLogin"
    assert console.page.get_by_label("recentLogin", exact=True).input_value() == "on"


@pytest.mark.parametrize("screen, name", [("", "ann@example.com"), ("requests", "accounts:signInWithPassword")])
def test_a_request_that_comes_while_the_log_is_read_is_shown(console, ann, screen, name):
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


def test_a_request_is_explained_and_copied_whole_or_masked(console, ann):
    console.open("requests")
    sign_in(console, password="wrong1")
    console.page.get_by_role("link", name="accounts:signInWithPassword").click()
    console.wait_for("The password is not that of user ann@example.com (ann).")
    copied = console.copy("Copy as curl", "Copied the command, with passwords and tokens.")
    assert copied.startswith("curl") and "accounts:signInWithPassword" in copied and "wrong1" in copied
    masked = console.copy("Copy as curl, masked", "which repeats something else.")
    assert "wrong1" not in masked and "masked" in masked
    assert "400 Bad Request" in console.copy("Copy the report", "Copied the report.")
    console.page.reload()
    console.wait_for("The password is not that of user ann@example.com (ann).")


def test_the_filters_of_the_log_leave_what_was_refused_or_warned_of(console, ann):
    sign_in(console)
    sign_in(console, password="wrong1")
    # Unsigned claims, which production refuses.
    console.app("accounts:signInWithIdp", {
        "requestUri": "http://localhost", "returnSecureToken": True,
        "postBody": 'providerId=google.com&id_token={"sub":"110","email":"gus@example.com"}'})
    console.open("requests")
    expect(console.rows).to_have_count(3)
    console.page.get_by_label("Outcome").select_option("warned")
    expect(console.rows).to_have_count(1)
    assert "accounts:signInWithIdp" in console.rows.inner_text()
    console.page.get_by_label("Outcome").select_option("refused")
    expect(console.rows.first).to_contain_text("INVALID_PASSWORD")
    expect(console.rows).to_have_count(1)
    console.page.get_by_label("Outcome").select_option("")
    console.page.get_by_label("Filter").fill("is signed in with password")
    expect(console.rows.get_by_text("User ann@example.com (ann) is signed in with password.")).to_be_visible()
    expect(console.rows).to_have_count(1)
    # An operation is found by every name.
    console.page.get_by_label("Filter").fill("verifyPassword")
    expect(console.rows).to_have_count(2)
    console.page.get_by_label("Filter").fill("verifyAssertion")
    expect(console.rows).to_have_count(1)
    expect(console.rows).to_contain_text("accounts:signInWithIdp")


def test_what_the_console_reads_stays_out_of_the_log(console, ann):
    for screen in ["", "users/ann", "providers"]:
        console.open(screen)
    # The one that created the project.
    assert [entry["operation"] for entry in console.requests()] == ["projects/{project}/settings"]


def test_switches_are_set_one_by_one_and_all_at_once(console):
    console.open("switches")
    shown = console.page.eval_on_selector_all(".switch select", "all => all.map(one => one.name)")
    assert set(shown) == set(console.control("GET", "settings")) - {"profile"}
    switch = console.page.get_by_label("codeExpiry", exact=True)
    switch.focus()
    switch.select_option("on")
    console.page.get_by_text("codeExpiry is on now.").wait_for()
    expect(switch).to_be_focused()
    assert console.control("GET", "settings")["codeExpiry"] == "on"
    # Colour marks the only switch that is not as its profile has it.
    badges = console.page.locator(".switch .badge")
    assert badges.all_inner_texts() == ["warn in compatible"]
    console.complete("All as in production", "Set all to production")
    console.page.get_by_text("Every switch is as in production now.").wait_for()
    settings = console.control("GET", "settings")
    assert (settings["profile"], settings["recentLogin"]) == ("production", "on")
    assert badges.count() == 0


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


def test_a_fault_for_a_provider_that_does_not_exist_warns(console):
    console.open("faults")
    console.complete("Set one for this project", "Set the fault", {"Provider": "gogle.com"})
    console.page.get_by_text("Did you mean google.com?").wait_for()


def test_a_fault_is_set_met_and_removed(console):
    console.open("faults")
    console.complete("Set one for this project", "Set the fault", {
        "Operation": "accounts:signUp", "HTTP status": "502"})
    console.wait_for("accounts:signUp")
    assert console.answer("accounts:signUp", {}).status_code == 502
    console.open()
    console.page.locator(".card.bad").get_by_text("A fault is set for this request").wait_for()
    console.page.locator(".card.bad").get_by_role("link", name="Faults").click()
    console.settle()
    [fault] = console.emulator.control("GET", "faults")["faults"]
    console.click(f"Remove the fault {fault['id']}")
    console.page.get_by_role("button", name=f"Remove the fault {fault['id']}").wait_for(state="detached")
    assert "idToken" in console.app("accounts:signUp", {"returnSecureToken": True})


def test_a_snapshot_brings_back_what_was_deleted(console, ann):
    name = f"of-{console.project}"
    console.open("snapshots")
    console.click("Take a snapshot")
    console.fill("Name", name)
    console.page.get_by_label(f"Only the project {console.project}").check()
    console.submit("Take it")
    console.page.get_by_role("button", name=f"Restore {name}").wait_for()
    [snapshot] = console.emulator.control("GET", "snapshots")["snapshots"]
    assert snapshot["project"] == console.project
    console.open("data")
    console.complete(f"Delete every user of {console.project}", "Delete the users")
    console.page.get_by_text("has no users now.").wait_for()
    assert console.user("ann") is None
    console.open("snapshots")
    console.complete(f"Restore {name}", "Restore")
    console.page.get_by_text(f"The state is that of {name}.").wait_for()
    assert console.user("ann")
    console.complete(f"Delete {name}", "Delete")
    console.page.get_by_role("button", name=f"Restore {name}").wait_for(state="detached")


def test_emptying_a_project_leaves_the_others(console, ann):
    other = Console(console.emulator, console.page)
    other.seed(users=[ANN])
    console.open("data")
    console.complete(f"Empty {console.project}", "Empty it")
    console.page.get_by_text("Done.").wait_for()
    assert console.user("ann") is None
    assert other.user("ann")


def test_the_seed_that_the_dialog_proposes_is_loaded(console):
    console.open("data")
    console.complete("Load a seed", "Load")
    console.page.get_by_text("Created 1 user").wait_for()
    assert console.user("ann")["email"] == "ann@example.com"


def test_a_silent_push_arrives_and_its_raw_form_is_its_payload(console):
    console.open("inbox")
    console.wait_for("No message was sent")
    console.answer(
        "accounts:verifyIosClient", {"appToken": "aaBB0011"}, {"X-Ios-Bundle-Identifier": "com.example.app"})
    console.rows.get_by_role("link").first.click()
    console.page.get_by_role("heading", name="The secret is").wait_for()
    console.page.get_by_text("Raw", exact=True).click()
    [message] = console.control("GET", "messages")["messages"]
    assert json.loads(console.page.locator("article pre").inner_text()) == {
        "receipt": message["id"], "secret": message["code"]}


@pytest.mark.parametrize("claims", [
    {"exp": 4102444800}, {"iat": 1, "exp": 4102444800}, {"iat": 1}, {"iat": "x", "exp": "y"}])
def test_the_life_of_a_token_is_drawn_from_the_times_that_it_has(console, claims):
    parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
             for part in [{"alg": "none"}, claims]]
    console.open("issuers")
    console.page.get_by_label("A token of any issuer").fill(".".join([*parts, ""]))
    console.page.locator(".token pre").first.wait_for()
    chart = console.page.locator(".token .chart")
    expect(chart).to_have_count(1 if isinstance(claims.get("exp"), int) else 0)
    assert "NaN" not in console.page.locator(".token").inner_html()


def test_a_scenario_is_run_and_loaded(console):
    console.open("scenarios")
    console.page.get_by_label("Search").fill("disabled user")
    console.click("A disabled user signs in", role="link")
    console.page.get_by_role("heading", name="A disabled user signs in").wait_for()
    console.click("Run it")
    console.page.get_by_text("passed").wait_for()
    console.complete(f"Load it into {console.project}", "Empty and load")
    console.page.get_by_text("has the state that the scenario begins with").wait_for()
    assert console.user("ann")


def test_a_recording_becomes_a_scenario(console):
    console.open("scenarios")
    console.click("Start a recording")
    console.page.get_by_role("button", name="Finish the recording").wait_for()
    console.app("accounts:signUp", {"returnSecureToken": True})
    console.open("requests")
    expect(console.page.get_by_role("button", name="Start a recording")).to_have_count(0)
    console.click("Finish the recording")
    dialog = console.dialog
    console.click("Finish", dialog)
    dialog.get_by_role("heading", name="The recorded scenario").wait_for()
    assert "accounts:signUp" in dialog.inner_text()
    scenario = json.loads(console.download("Download scenario.json", "link", dialog).path().read_text())
    assert scenario["steps"][0]["call"].startswith("POST ")
    console.click("Replay it", dialog)
    dialog.get_by_text("passed").wait_for()
    console.click("Close", dialog)
    assert console.emulator.control("GET", "recordings")["recordings"] == []


@pytest.mark.parametrize("screen", ["nonsense", "requests/none-1", "users/nobody"])
def test_an_address_that_leads_nowhere_says_so(console, screen):
    console.open(screen)
    assert re.search("has no|no screen", console.text())
