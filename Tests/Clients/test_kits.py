"""The table of the kits in Sources/Clients/README.md: each kit has its names, and its tasks use them."""

import re

import pytest
from pages import ROOT
from test_client_packages import NODE, PYTHON
from test_jvm import JVM, SOURCES

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
        text(CLIENTS / "node", "index.js") + "\n  binary() {", NODE + BROWSER),
    "JVM": (
        r"(?m)^  public (?:static )?[\w<>, ]+? (?:get(?=[A-Z]))?(\w+)\(",
        "\n".join(text(SOURCES, f"{name}.java") for name in ("Emulator", "Project", "Clock", "Faults")), JVM),
}
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (CLIENTS / "README.md").read_text().split("## What each kit has")[1].splitlines()
    if line.startswith("| ")]
HEADER, *TASKS, FIXTURES = ROWS


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
    tasks = KITS[kit][2]
    unused = {
        name for name in names(kit)
        if not re.search(rf"\b(?:{name}|get{name[0].upper()}{name[1:]})\b", tasks)}
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
