"""The console's accessibility: axe-core's rules on each screen, keyboard only, and no network."""

import pathlib

import axe_playwright_python
import pytest
from browser import chromium, shared_emulator  # noqa: F401
from console import Console, console, furnish  # noqa: F401

SCREENS = [
    "", "requests", "users", "users/ann", "inbox", "providers", "providers/google.com", "switches",
    "issuers", "issuers/google.com", "clock", "faults", "snapshots", "data", "scenarios",
    "scenarios/disabled-user",
]

AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"


def violations(page, rules=None):
    """Returns axe-core's findings as texts. The first call loads axe-core into the page."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE.read_text())
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found = page.evaluate("(options) => axe.run(document, options)", options)["violations"]
    return [f"{rule['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
            for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360), ("light", 1920)])
def test_each_screen_keeps_the_rules_and_needs_loopback_alone(chromium, shared_emulator, scheme, width):  # noqa: F811
    context = chromium.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    console = Console(shared_emulator, context.new_page())  # noqa: F811
    furnish(console)
    log = console.emulator.control("GET", f"requests?project={console.project}&status=4xx")
    screens = [*SCREENS, f"requests/{log['requests'][0]['id']}"]
    # Colour and width affect only visible properties; names and roles are the same.
    rules = None if width == 1280 else [
        "color-contrast", "scrollable-region-focusable", "target-size"]
    console.open()
    problems = []
    for screen in screens:
        console.move(screen)
        assert console.page.evaluate(
            "document.documentElement.scrollWidth <= window.innerWidth"), f"{screen} is too wide"
        problems += [f"{screen or 'home'}: {problem}" for problem in violations(console.page, rules)]
        # Nothing is missing, although only loopback resolves.
        assert console.page.locator("main [role=alert]:visible").count() == 0, screen
    context.close()
    assert problems == []
    assert [url for url in console.requested if not url.startswith(console.emulator.url)] == []
    assert console.failures == []


def test_a_dialog_breaks_no_rule_of_accessibility(console):  # noqa: F811
    console.open("users")
    console.click("Create a user")
    assert violations(console.page) == []


def tab_to(console, name):  # noqa: F811
    """Presses Tab until the named element has the focus; each focus must be visible."""
    for _ in range(60):
        console.page.keyboard.press("Tab")
        focused = console.page.evaluate("""() => {
          const element = document.activeElement;
          const style = getComputedStyle(element);
          const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent;
          return { tag: element.tagName, name: (label ?? element.textContent).trim(), outline: style.outlineStyle,
            width: style.outlineWidth };
        }""")
        if focused["tag"] == "BODY":
            # After the last element the focus moves to the browser itself.
            continue
        assert focused["outline"] != "none" and focused["width"] != "0px", focused
        if focused["name"] == name:
            return
    raise AssertionError(f"Tab does not reach {name}")


def test_the_keyboard_alone_goes_to_a_user_and_back(console):  # noqa: F811
    keyboard = console.page.keyboard
    console.open()
    console.page.keyboard.press("Tab")
    assert console.page.evaluate("document.activeElement.textContent") == "Skip to the content"
    keyboard.press("Enter")
    assert console.page.evaluate("document.activeElement.id") == "content"
    console.page.evaluate("document.activeElement.blur(); document.body.focus()")
    console.open()
    tab_to(console, "Users")
    keyboard.press("Enter")
    console.page.get_by_role("heading", name="Users", level=1).wait_for()
    # A screen's focus starts at its heading, for screen readers.
    assert console.page.evaluate("document.activeElement.tagName") == "H1"
    console.settle()
    tab_to(console, "Create a user")
    keyboard.press("Enter")
    keyboard.press("Escape")
    console.page.get_by_role("dialog").wait_for(state="detached")
    assert console.page.evaluate("document.activeElement.textContent") == "Create a user"
    keyboard.press("Enter")
    keyboard.type("kim@example.com")
    tab_to(console, "Create")
    keyboard.press("Enter")
    console.page.get_by_role("heading", name="kim@example.com").wait_for()
    console.settle()
    tab_to(console, "Delete")
    keyboard.press("Enter")
    tab_to(console, "Delete the user")
    keyboard.press("Enter")
    console.page.get_by_role("heading", name="Users", level=1).wait_for()
    assert console.emulator.control("GET", f"projects/{console.project}/users")["users"] == []
