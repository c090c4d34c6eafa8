"""The table of the kits in Sources/Clients/README.md: each kit has its names, and its tasks use them."""

import re

import pytest
from kits import FIXTURES, HEADER, TASKS, tasks
from pages import PROGRAMS, ROOT
from test_jvm import SOURCES
from test_kit_calls import PYTHON

CLIENTS = ROOT / "Sources/Clients"


def text(folder, pattern):
    files = sorted(folder.rglob(pattern))
    assert files
    return "\n".join(file.read_text() for file in files)


BROWSER = text(ROOT / "Tests/Clients", "test_browser_kit.py")
# The declarations of the members, and the tasks that use them.
KITS = {
    "Swift": (
        r"public (?:static )?(?:func|var|let) (\w+)",
        text(ROOT / "Sources/AuthEmulatorTestKit", "*.swift"),
        text(ROOT / "Tests/AuthEmulatorTestKitTests", "*.swift")),
    "Python": (
        r"(?m)^(?:    )?def ([a-z]\w*)\(|self\.([a-z]\w*)(?:, self\.\w+)? = \S+\.rstrip",
        text(CLIENTS / "python", "_[a-z]*.py").replace("def part", "").replace("def present", ""),
        PYTHON + BROWSER),
    "Node": (
        r"(?m)^  (?:static )?(?:async )?(?:get )?(?!constructor)([a-z]\w*)\([^;]*\) \{$|^    this\.(url) =",
        text(CLIENTS / "node", "index.js") + "\n  binary() {", text(PROGRAMS, "*.js")),
    "JVM": (
        r"(?m)^  public (?:static )?[\w<>, ]+? (?:get(?=[A-Z]))?(\w+)\(",
        "\n".join(text(SOURCES, f"{name}.java") for name in ("Emulator", "Project", "Clock", "Faults")),
        text(PROGRAMS, "Calls.java")),
}


def names(kit):
    """Returns the members that the column of a kit names."""
    cells = " ".join(row[HEADER.index(kit)] for row in TASKS)
    return {re.match(r"(?:with |try )?(\w+)", span)[1] for span in re.findall(r"`([^`]+)`", cells)}


def declared(kit):
    pattern, source, _ = KITS[kit]
    found = re.findall(pattern, source)
    members = {name for each in found for name in (each if isinstance(each, tuple) else (each,)) if name}
    # A getter of the JVM is a property in the table.
    return {name[0].lower() + name[1:] for name in members}


@pytest.mark.parametrize("kit", KITS)
def test_a_kit_has_what_the_table_says_and_its_tasks_use_it(kit):
    assert names(kit) > {"launch", "join", "seed", "explain"}
    assert names(kit) - declared(kit) == set()
    program = KITS[kit][2]
    unused = {
        name for name in names(kit)
        if not re.search(rf"\b(?:{name}|get{name[0].upper()}{name[1:]})\b", program)}
    assert unused == set()


# What no test calls by its name: how a member is printed, and the project of a member.
BESIDES = {"toString", "emulator", "id"}


@pytest.mark.parametrize("kit", ["Python", "Node", "JVM"])
def test_the_table_has_every_member_of_a_kit(kit):
    assert declared(kit) - names(kit) - BESIDES == set()


def test_each_kit_does_every_task_but_those_of_browsers_and_of_other_calls():
    missing = {(row[0], kit) for row in TASKS for kit, cell in zip(HEADER[1:], row[1:]) if cell == "–"}
    assert missing == {
        ("a sign-in in a browser", "Swift"), ("a sign-in in a browser", "JVM"), ("any other call", "Swift")}
    assert FIXTURES[0] == "a project for each test" and len(FIXTURES) == 5


# The tests that do the tasks with the kit for Swift; the programs of the other kits print theirs.
SWIFT = {
    "to start or join": "a launched emulator responds until it is stopped",
    "the whole emulator": "a snapshot of everything is restored by its name",
    "a project": "tests in parallel sign up the same address, each in its project",
    "the app": "a backend finds the key and the claims of a signed ID token",
    "users, people, settings": "a seed document is read from a file, and exported again",
    "states": "a snapshot of a project is restored after its closure",
    "switches": "switches are set one by one and by profile",
    "a sign-in without a page": "credentials of Google, Microsoft and OpenID sign in",
    "codes": "a code is waited for",
    "users": "a seeded user has everything that was seeded",
    "faults": "a fault lasts as long as its closure",
    "time": "the clock is moved, set, frozen and reset",
    "reasons": "the log explains several requests as text and as values",
}


def test_the_kit_for_swift_has_a_test_of_each_task():
    assert SWIFT.keys() == tasks("Swift")
    assert [name for name in SWIFT.values() if f"func `{name}`" not in KITS["Swift"][2]] == []
