"""Answers and changes that come in another order than usual leave what a person has chosen."""

import re

from console import ANN, Console
from playwright.sync_api import expect
from test_console_state import HIDE


def look_at_another_tab(console):
    """Lets the screen catch up with what it may have missed."""
    console.page.evaluate(HIDE, True)
    console.page.evaluate(HIDE, False)


def test_a_user_who_is_chosen_while_the_list_is_read_again_stays_chosen(console, ann):
    console.open("users")
    waiting = console.hold(r"/users\?limit=50")
    console.app("accounts:signUp", {"email": "bea@example.com", "password": "secret1"})
    console.until(lambda: waiting)
    box = console.page.get_by_label("Select ann@example.com")
    box.check()
    waiting[0].continue_()
    console.page.get_by_role("link", name="bea@example.com").wait_for()
    expect(box).to_be_checked()
    console.page.get_by_text("1 selected").wait_for()
    # One who no longer exists does not.
    console.emulator.owner("POST", f"v1/projects/{console.project}/accounts:delete", {"localId": "ann"})
    console.click("The users have changed: show them")
    expect(box).to_have_count(0)
    expect(console.page.get_by_text("1 selected")).to_be_hidden()


def test_a_filter_that_is_typed_while_the_screen_is_drawn_again_applies(console):
    console.seed(users=[ANN, {"localId": "bob", "email": "bob@example.com"}])
    console.open("users")
    waiting = console.hold(r"/users\?limit=50")
    look_at_another_tab(console)
    console.until(lambda: waiting)
    search = console.page.get_by_label("Search")
    search.fill("bob")
    expect(console.rows).to_have_count(1)
    waiting[0].continue_()
    console.settle()
    expect(search).to_have_value("bob")
    expect(search).to_be_focused()
    expect(console.rows).to_have_count(1)


def test_a_log_that_is_paused_stays_paused_when_its_screen_is_drawn_again(console):
    console.open("users")
    first = console.hold(r"/v1/requests\?")
    console.go("requests")
    console.until(lambda: first)
    second = console.hold(r"/v1/requests\?")
    look_at_another_tab(console)
    console.until(lambda: second)
    console.click("Pause")
    first[0].continue_()
    console.wait_for("No request came for")
    second[0].continue_()
    console.page.get_by_role("button", name="Continue").wait_for()
    console.app("accounts:signUp", {})
    console.page.get_by_role("button", name="1 new").wait_for()


def test_an_older_answer_leaves_the_project_that_was_chosen_since(console):
    other = Console(console.emulator, console.page)
    console.open("clock")
    chooser = console.page.get_by_label("Project")
    expect(chooser.locator(f"option[value={other.project}]")).to_have_count(1)
    waiting = console.hold("/v1/projects$")
    console.move("faults")
    console.until(lambda: waiting)
    with console.page.expect_response(re.compile("/v1/projects$")):
        chooser.select_option(other.project)
    expect(chooser).to_have_value(other.project)
    with console.page.expect_response(re.compile("/v1/projects$")):
        waiting[0].continue_()
    console.page.wait_for_timeout(300)
    expect(chooser).to_have_value(other.project)


def test_a_filter_applies_although_the_grouping_is_changed_at_once(console):
    console.app("accounts:signUp", {})
    console.open("requests")
    console.page.get_by_role("link", name="accounts:signUp").wait_for()
    console.page.evaluate("""() => {
      for (const [name, value, event] of [["text", "nothing", "input"], ["by", "user", "change"]]) {
        const field = document.querySelector(`.screen [name=${name}]`);
        field.value = value;
        field.dispatchEvent(new Event(event, { bubbles: true }));
      }
    }""")
    console.wait_for("No request passes these filters.")


def test_a_switch_that_the_address_names_stays_marked(console):
    console.open("switches#recentLogin")
    marked = console.page.locator("#switch-recentLogin.marked")
    marked.wait_for()
    console.control("PATCH", "settings", {"recentLogin": "warn"})
    expect(console.page.get_by_label("recentLogin", exact=True)).to_have_value("warn")
    expect(marked).to_have_count(1)
