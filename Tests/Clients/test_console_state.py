"""Changes by other clients show on every screen, each with its way out."""

import re

import pytest
from browser import new_page
from conftest import own_port
from console import ANN, Console, sign_in
from playwright.sync_api import expect


NOTHING = "No fault, no recording"


@pytest.mark.parametrize(("screen", "width"), [("", 1280), ("issuers/google.com", 390)])
def test_the_strip_shows_what_is_set_with_its_way_out_and_moves_nothing(console, screen, width):
    console.page.set_viewport_size({"width": width, "height": 800})
    console.open(screen)
    bar = console.page.get_by_role("region", name="State of the emulator")
    heading = console.page.get_by_role("heading", level=1)
    bar.get_by_text(NOTHING).wait_for()
    place = heading.bounding_box()["y"]
    control = console.emulator.control
    control("POST", "clock:advance", {"hours": 2})
    bar.get_by_text("Clock 2 h ahead").wait_for()
    control("POST", "faults", {"match": {"project": console.project}, "effect": {"status": 503}, "times": 1})
    bar.get_by_text("1 fault").wait_for()
    console.control("PATCH", "settings", {"recentLogin": "on"})
    bar.get_by_text("1 switch changed").wait_for()
    console.control("PATCH", "settings", {"profile": "production"})
    bar.get_by_text("Profile production").wait_for()
    control("POST", "recordings", {"project": console.project})
    bar.get_by_text("Recording console-").wait_for()
    assert heading.bounding_box()["y"] == place
    for other in ["users", "inbox", "data", screen]:
        console.move(other)
        for text in ["Clock 2 h ahead", "1 fault", "Profile production", "Recording console-"]:
            expect(bar.get_by_text(text).first, other).to_be_visible()
    # The fault ends by itself, and the strip follows.
    assert console.answer("accounts:signUp", {}).status_code == 503
    bar.get_by_text("1 fault").wait_for(state="detached")
    console.click("Reset the clock", bar)
    bar.get_by_role("link", name="Clock").wait_for(state="detached")
    assert control("GET", "clock")["offsetMilliseconds"] == 0
    console.click("Reset the switches", bar)
    bar.get_by_text("Profile production").wait_for(state="detached")
    assert console.control("GET", "settings")["profile"] == "compatible"
    console.click("Discard the recording", bar)
    console.submit("Discard")
    bar.get_by_text(NOTHING).wait_for()
    assert control("GET", "recordings")["recordings"] == []


def test_screens_follow_what_other_clients_change(console):
    control = console.emulator.control
    console.open("faults")
    fault = control("POST", "faults", {
        "match": {"project": console.project, "operation": "accounts:delete"}, "effect": {"status": 503}})
    console.page.get_by_role("button", name=f"Remove the fault {fault['id']}").wait_for()
    control("DELETE", f"faults/{fault['id']}")
    console.page.get_by_role("button", name=f"Remove the fault {fault['id']}").wait_for(state="detached")
    console.open("snapshots")
    control("POST", "snapshots", {"name": console.project, "project": console.project})
    console.page.get_by_role("button", name=f"Restore {console.project}").wait_for()
    control("DELETE", f"snapshots/{console.project}")
    console.page.get_by_role("button", name=f"Restore {console.project}").wait_for(state="detached")
    console.open("users")
    console.wait_for("has no users yet")
    console.seed(users=[{"localId": "bob"}])
    console.wait_for("1 user in")
    console.seed(users=[ANN])
    console.wait_for("2 users in")
    console.control("DELETE", "accounts")
    console.wait_for("has no users yet")
    expect(console.page.get_by_text("2 users in")).to_have_count(0)
    console.seed(users=[ANN])
    console.page.get_by_role("link", name="ann@example.com").click()
    console.page.get_by_role("heading", name="ann@example.com").wait_for()
    console.change("ann", displayName="Anna Other")
    console.wait_for("Anna Other")
    # The focus stays when the screen is drawn again.
    console.open("clock")
    button = console.page.get_by_role("button", name="+ 30 days")
    button.focus()
    control("POST", "clock:advance", {"days": 3})
    console.page.locator("dd").get_by_text("3 d").wait_for()
    expect(button).to_be_focused()
    other = Console(console.emulator, console.page)
    other.seed(users=[ANN])
    expect(console.page.get_by_label("Project").locator(f"option[value={other.project}]")).to_have_count(1)


def test_a_screen_that_was_drawn_before_the_stream_began_shows_what_changed_between(console):
    waiting = console.hold("requests:stream")
    console.open("clock")
    console.emulator.control("POST", "clock:advance", {"days": 3})
    waiting[0].continue_()
    console.page.locator("dd").get_by_text("3 d").wait_for()


def test_the_field_of_the_clock_follows_it_until_a_person_types_and_ends_with_the_year_9999(console):
    control = console.emulator.control
    # A browser leaves out the seconds of a full minute, which does not count as typed.
    control("POST", "clock:set", {"now": "2027-01-31T12:00:00Z", "frozen": True})
    console.open("clock")
    field = console.page.get_by_label("Set to (UTC)")
    expect(field).to_have_value("2027-01-31T12:00")
    control("POST", "clock:advance", {"days": 3})
    expect(console.page.locator("output.time")).to_have_text("2027-02-03 12:00:00 UTC")
    set_time = "(field, time) => { field.value = time; return field.checkValidity(); }"
    for time, is_valid in [("9999-12-31T23:59:59", True), ("10000-01-01T00:00:00", False)]:
        assert field.evaluate(set_time, time) is is_valid


def test_a_change_of_another_client_leaves_what_is_typed(console):
    console.open("issuers")
    field = console.page.get_by_label("A token of any issuer, or of the backend")
    field.fill("not a token")
    console.emulator.control("POST", "issuers/google.com/keys:rotate", {})
    console.page.evaluate("document.activeElement.blur()")
    console.page.wait_for_load_state("networkidle")
    expect(field).to_have_value("not a token")
    console.wait_for("This is not a JSON Web Token")


def test_the_bar_counts_what_is_recorded_keeps_the_focus_and_loses_faults(console):
    console.open("clock")
    bar = console.page.get_by_role("region", name="State of the emulator")
    console.emulator.control("POST", "recordings", {"project": console.project})
    bar.get_by_text(": 0 requests").wait_for()
    button = console.page.get_by_role("button", name="Discard the recording")
    button.focus()
    for count in ("1 request", "2 requests"):
        console.app("accounts:signUp", {"returnSecureToken": True})
        bar.get_by_text(f": {count}").wait_for()
    expect(button).to_be_focused()
    fault = {"match": {"project": console.project}, "effect": {"status": 503}}
    console.emulator.control("POST", "faults", {**fault, "expiresInSeconds": 6})
    bar.get_by_text("1 fault").wait_for()
    bar.get_by_text("1 fault").wait_for(state="detached")
    console.emulator.control("POST", "faults", fault)
    console.click("Remove the faults", bar)
    console.submit("Remove all")
    bar.get_by_text("1 fault").wait_for(state="detached")
    assert console.emulator.control("GET", "faults")["faults"] == []


HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_a_result_and_typed_text_survive_a_look_at_another_tab(console):
    console.open("issuers/google.com")
    console.complete("Mint tokens", "Mint", {"or an e-mail address": "gus@example.com"})
    console.page.get_by_role("heading", name="idToken").wait_for()
    console.page.evaluate(HIDE, True)
    console.page.evaluate(HIDE, False)
    console.page.wait_for_load_state("networkidle")
    assert console.page.get_by_role("heading", name="idToken").is_visible()
    # A screen that is only read catches up by itself.
    console.open("snapshots")
    console.page.evaluate(HIDE, True)
    console.emulator.control("POST", "snapshots", {"name": console.project, "project": console.project})
    console.page.evaluate(HIDE, False)
    console.page.get_by_role("button", name=f"Restore {console.project}").wait_for()


def test_a_dialog_survives_a_restart_of_the_emulator_after_which_the_log_is_live(chromium, start):
    emulator = start(port=own_port())
    console = Console(emulator, new_page(chromium), "demo-project")
    console.open("users")
    state = console.page.locator(".connection")
    expect(state).to_have_text("● live")
    console.click("Create a user")
    console.fill("UID", "ann")
    emulator.kill()
    expect(state).to_have_text("○ not connected")
    console.dialog.get_by_role("button", name="Create", exact=True).click()
    console.dialog.get_by_text("The emulator does not answer.").wait_for()
    emulator.start()
    expect(state).to_have_text("● live")
    assert console.dialog.get_by_label("UID", exact=True).input_value() == "ann"
    console.submit("Create")
    console.page.get_by_role("heading", name="ann").wait_for()
    assert console.user("ann")
    console.move("requests")
    emulator.kill()
    console.page.get_by_text("The emulator does not answer.").wait_for()
    emulator.start()
    console.page.get_by_text("The emulator does not answer.").wait_for(state="detached")
    sign_in(console)
    console.page.get_by_role("link", name="accounts:signInWithPassword").wait_for()
    console.page.context.close()


@pytest.mark.parametrize("part", ["bar", "screen"])
def test_a_change_of_another_client_moves_nothing_while_the_mouse_is_pressed(console, part):
    console.open("issuers/google.com")
    button = console.page.get_by_role("button", name="Mint tokens")
    button.hover()
    before = button.bounding_box()
    address = "/v1/clock$" if part == "bar" else r"/google.com/accounts\?"
    waiting = console.hold(address)
    if part == "bar":
        console.emulator.control("POST", "clock:advance", {"hours": 2})
    else:
        console.emulator.control(
            "POST", f"issuers/google.com/accounts?project={console.project}", {"email": "ann@example.com"})
    console.until(lambda: waiting)
    console.page.mouse.down()
    with console.page.expect_response(re.compile(address)):
        waiting[0].continue_()
    console.page.wait_for_timeout(300)
    assert button.bounding_box() == before
    console.page.mouse.up()
    console.page.get_by_role("dialog", name="Mint tokens").wait_for()
    console.click("Cancel")
    if part == "bar":
        console.page.get_by_text("Clock 2 h ahead").wait_for()
    else:
        console.page.get_by_text("ann@example.com").wait_for()


def test_a_new_request_moves_no_row_while_the_mouse_is_pressed(console):
    console.app("accounts:signUp", {})
    console.open("requests")
    row = console.page.get_by_role("link", name="accounts:signUp").first
    row.hover()
    before = row.bounding_box()
    console.page.evaluate("""() => new Promise((opened) => {
        const source = new EventSource("/emulator/v1/requests:stream");
        source.addEventListener("open", opened);
        source.addEventListener("request", () => { window.hasCome = true; });
    })""")
    console.page.mouse.down()
    console.app("accounts:signInWithPassword", {})
    console.until(lambda: console.page.evaluate("window.hasCome"))
    console.page.wait_for_timeout(500)
    assert row.bounding_box() == before
    console.page.mouse.up()
    console.page.get_by_role("heading", name="accounts:signUp").wait_for()


def test_a_double_click_on_a_button_is_one_click(console):
    console.open("faults")
    console.page.get_by_role("button", name="Set a fault", exact=True).dblclick()
    console.dialog.first.wait_for()
    console.page.wait_for_load_state("networkidle")
    assert console.page.locator("dialog").count() == 1
    console.click("Cancel")
    console.open("users")
    console.click("Create a user")
    console.fill("Name", "Bea")
    console.dialog.get_by_role("button", name="Create", exact=True).dblclick()
    console.page.get_by_role("heading", name="Bea").wait_for()
    assert len(console.control("GET", "users")["users"]) == 1
    console.page.get_by_role("button", name="Start a recording").dblclick()
    console.page.get_by_role("button", name="Finish the recording").wait_for()
    expect(console.page.locator("#notice")).to_contain_text("Repeat what fails")
