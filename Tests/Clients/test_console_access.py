"""The console's accessibility: axe-core's rules on each screen, keyboard only, and no network."""

import contextlib
import pathlib

import axe_playwright_python
import pytest
import requests
from browser import new_page
from console import Console, furnish

SCREENS = [
    "", "requests", "users", "users/ann", "inbox", "providers", "providers/google.com", "switches",
    "issuers", "issuers/google.com", "clock", "faults", "snapshots", "data", "scenarios",
    "scenarios/disabled-user",
]

# The screens of a project that has nothing, and of what it does not have.
EMPTY = ["", "requests", "users", "inbox", "providers", "providers/apple.com", "requests/none", "users/none",
         "inbox/none", "none"]

AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"


# Colour and width affect only visible properties; names and roles are the same.
VISIBLE = ["color-contrast", "scrollable-region-focusable", "target-size"]


def violations(page, rules=None):
    """Returns axe-core's findings as texts. The first call loads axe-core into the page."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE.read_text())
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found = page.evaluate("async (options) => (await axe.run(document, options)).violations", options)
    return [f"{rule['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
            for rule in found for node in rule["nodes"]]


# The fields whose chosen text or placeholder is cut.
CUT = """() => {
  const context = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("main :is(select, input), dialog :is(select, input)")].filter((one) => {
    const style = getComputedStyle(one);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const text = one.tagName === "SELECT" ? one.selectedOptions[0]?.text : one.placeholder;
    const arrow = one.tagName === "SELECT" ? 20 : 0;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    return text && one.clientWidth && context.measureText(text).width > room + 1;
  }).map((one) => `${one.name}: ${one.selectedOptions?.[0]?.text ?? one.placeholder}`);
}"""


@contextlib.contextmanager
def furnished(emulator, chromium, project=None, **options):
    """The console of a project with data for each screen."""
    console = Console(emulator, new_page(chromium, **options), project)
    furnish(console)
    console.open()
    yield console
    console.page.context.close()


@pytest.mark.parametrize("scheme, width", [("light", 1024), ("dark", 1440), ("light", 360), ("dark", 390)])
def test_each_screen_keeps_the_rules_and_needs_loopback_alone(chromium, shared_emulator, scheme, width):
    viewport = {"width": width, "height": 800}
    rules = None if width == 1024 else VISIBLE
    problems = []
    with furnished(
            shared_emulator, chromium, color_scheme=scheme, viewport=viewport, reduced_motion="reduce") as console:
        log = console.requests("status=4xx")
        message = console.control("GET", "messages")["messages"][0]
        full = [*SCREENS, f"requests/{log[0]['id']}", f"inbox/{message['id']}"]
        for project, screens in [(console.project, full), (shared_emulator.new_project("empty"), EMPTY)]:
            console.project = project
            for screen in screens:
                console.move(screen)
                assert console.page.evaluate(
                    "document.documentElement.scrollWidth <= window.innerWidth"), f"{screen} is too wide"
                problems += [f"{screen or 'home'}: {problem}" for problem in [
                    *violations(console.page, rules), *console.page.evaluate(CUT)]]
                # Nothing is missing, although only loopback resolves.
                assert console.page.locator("main [role=alert]:visible").count() == 0, screen
    assert problems == []
    assert [url for url in console.requested if not url.startswith(console.emulator.url)] == []
    assert console.failures == []


def tab_to(console, name):
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


def test_the_keyboard_alone_goes_to_a_user_and_back(console):
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
    console.page.locator("dialog").wait_for(state="detached")
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


def test_a_fault_is_set_by_keyboard_alone(console):
    keyboard = console.page.keyboard
    console.open("faults")
    tab_to(console, "Set one for this project")
    keyboard.press("Enter")
    console.dialog.wait_for()
    tab_to(console, "Operation")
    keyboard.type("accounts:signUp")
    tab_to(console, "HTTP status")
    keyboard.press("Control+a")
    keyboard.type("502")
    tab_to(console, "How many times")
    keyboard.type("1")
    keyboard.press("Enter")
    console.page.get_by_text("The fault is set.").wait_for()
    console.settle()
    assert console.answer("accounts:signUp", {}).status_code == 502
    assert console.answer("accounts:signUp", {}).status_code == 200


DIALOGS = [
    ("users", "Create a user"), ("users/ann", "Edit"), ("users/ann", "Delete"), ("users/ann", "Edit claims"),
    ("users/ann", "Link a provider"), ("users/ann", "Add a second factor"), ("providers", "Add a provider"),
    ("providers/google.com", "Edit"), ("providers/google.com", "Edit as JSON"), ("issuers/google.com", "Mint tokens"),
    ("issuers/google.com", "Add a person"), ("issuers/google.com", "Set a fault"),
    ("issuers/google.com", "Rotate the keys"), ("issuers/google.com", "Edit as JSON"),
    ("issuers/saml.corp", "Mint an assertion"), ("faults", "Set a fault"), ("snapshots", "Take a snapshot"),
    ("snapshots", "Import a file"), ("data", "Import users"), ("data", "Load a seed"), ("data", "Add a tenant"),
    ("data", "Register an API key"), ("data", "Reset to the seeds of the start"), ("clock", "Keys"),
]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1024), ("dark", 360)])
def test_each_dialog_keeps_the_rules_and_its_width(chromium, shared_emulator, scheme, width):
    problems, viewport = [], {"width": width, "height": 800}
    with furnished(shared_emulator, chromium, color_scheme=scheme, viewport=viewport) as console:
        for screen, name in DIALOGS:
            console.move(screen)
            if name == "Keys" and console.page.get_by_role("button", name="Menu").is_visible():
                console.click("Menu")
            console.click(name)
            dialog = console.dialog
            dialog.wait_for()
            if dialog.evaluate("one => one.scrollWidth > one.clientWidth"):
                problems.append(f"{screen} {name} is too wide")
            problems += [f"{screen} {name}: {problem}" for problem in [
                *violations(console.page, None if width == 1024 else VISIBLE), *console.page.evaluate(CUT)]]
            console.page.keyboard.press("Escape")
            dialog.wait_for(state="detached")
    assert problems == []


@pytest.mark.parametrize("options", [
    {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
    {"viewport": {"width": 768, "height": 800}, "color_scheme": "dark"},
    {"viewport": {"width": 1280, "height": 800}, "forced_colors": "active", "contrast": "more"}])
def test_long_values_fit_at_twice_the_size_and_in_high_contrast(chromium, shared_emulator, options):
    problems = []
    with furnished(shared_emulator, chromium, shared_emulator.new_project("p" * 51), **options) as console:
        control = console.emulator.control
        requests.get(
            f"{console.emulator.url}/{'a-very-long-path/' * 30}?key=emulator-{console.project}", timeout=60)
        long = control("GET", "requests?limit=1&status=404")["requests"][0]["id"]
        control("POST", "clock:advance", {"minutes": 5})
        console.control("PATCH", "settings", {"profile": "production"})
        recording = control("POST", "recordings", {"project": console.project})
        try:
            for screen in [*SCREENS, f"requests/{long}"]:
                console.move(screen)
                if console.page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
                    problems.append(f"{screen or 'home'} is too wide")
                if options.get("forced_colors") is None:
                    rules = ["color-contrast", "target-size"]
                    problems += [f"{screen}: {one}" for one in violations(console.page, rules)]
        finally:
            control("POST", "clock:reset")
            control("DELETE", f"recordings/{recording['id']}")
    assert problems == []
