"""Every block of README and docs runs or is read here, or says why not; so do the commands in their text."""

import ast
import fcntl
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import pytest
import requests
import yaml

from conftest import BINARY, running
from pages import GUIDES, PAGES, ROOT, blocks, commands, name, requests_of, sentences

BLOCKS = [block for page in PAGES for block in blocks(page) if not block.not_run]

# Programs of the reader's, and programs that install the command: they only pass it on.
PROGRAMS = {
    "npm": "exit 0", "python": "exit 0", "pytest": "exit 0", "firebase": "exit 0",
    "npx": 'exec "$@"', "pipx": 'shift; exec "$@"',
    # A page's line goes on serving; here it ends when the emulator is ready.
    "auth-emulator": f"""
[[ $1 == start && "$*" != *--detach* ]] || exec {BINARY} "$@"
{BINARY} "$@" --port 0 --detach && exec {BINARY} stop""",
}
# Refused requests fail. A stream has no end, and the example of the log is about a refusal.
CURL = """
curl() {
  case "$*" in
    *:stream*) command curl -sS --fail-with-body --max-time 1 "$@" || [[ $? == 28 ]] ;;
    *REFUSED*) command curl -sS "$@" ;;
    *) command curl -sS --fail-with-body "$@" ;;
  esac
}
"""


def params(*languages):
    return [pytest.param(block, id=str(block)) for block in BLOCKS if block.language in languages]


DEMO = ("--seed", str(ROOT / "seed-data/demo.json"))


def supplied(emulator):
    """Makes a folder beside the emulator's data with the files that a reader has; returns the emulator."""
    folder = emulator.folder
    programs = folder / "programs"
    programs.mkdir()
    for program, text in PROGRAMS.items():
        (programs / program).write_text(f"#!/usr/bin/env bash\n{text}\n")
        (programs / program).chmod(0o755)
    emulator.environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith(("FIREBASE", "GCLOUD"))},
        "PATH": f"{programs}:{os.environ['PATH']}"}
    emulator.files = folder / "files"
    (emulator.files / ".git/hooks").mkdir(parents=True)
    shutil.copytree(ROOT / "seed-data", emulator.files / "seed-data")
    shutil.copy(ROOT / "seed-data/demo.json", emulator.files / "seed-data/users.json")
    shutil.copy(ROOT / "seed-data/demo.json", emulator.files / "users.json5")
    for target in ("users.ndjson", "users.csv", "users.json", "export-folder"):
        user = f"user-of-{target}".replace(".", "-")
        emulator.control("POST", "seed", {"version": 1, "projects": {user: {"users": [{"localId": user}]}}})
        subprocess.run(
            [BINARY, "export", target, "--project", user, "--url", emulator.url], cwd=emulator.files,
            check=True, capture_output=True)
    return emulator


@pytest.fixture(scope="module")
def reader(tmp_path_factory, keyed_file):
    """An emulator as `scripts/start` starts it, and the reader's folder."""
    with running(tmp_path_factory.mktemp("reader"), keyed_file, *DEMO) as emulator:
        yield supplied(emulator)


def reset(reader):
    for recording in reader.control("GET", "recordings")["recordings"]:
        reader.control("DELETE", f"recordings/{recording['id']}")
    reader.control("POST", "reset", {"to": "seed"})


def runs(reader, block, folder):
    """Runs a block in a copy of the reader's folder, on the state after the start."""
    reset(reader)
    shutil.copytree(reader.files, folder, dirs_exist_ok=True)
    return continues(reader, block, folder)


def continues(reader, block, folder):
    """Runs a block in a folder, on the present state."""
    script = block.text.replace(".build/debug/auth-emulator", "auth-emulator")
    if block.page.name == "control-api.md":
        script = script.replace("accounts:signUp?", "accounts:signUp?REFUSED&")
    environment = dict(reader.environment)
    # `stop` and `--detach` concern the emulator of the block, at the port of the page.
    has_own = "auth-emulator stop" in script
    if not has_own:
        script = re.sub(r"(127\.0\.0\.1|localhost):9099(?!:)", reader.host, script)
        script = script.replace("--port 9099", "--port 0")
        environment["AUTH_EMULATOR_URL"] = reader.url
    with (pathlib.Path(tempfile.gettempdir()) / f"auth-emulator-9099-{os.getuid()}.lock").open("w") as lock:
        if has_own:
            # One worker at a time has the port.
            fcntl.flock(lock, fcntl.LOCK_EX)
        return subprocess.run(
            ["bash", "-o", "pipefail", "-ec", CURL + script], cwd=folder, env=environment, text=True,
            errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)


@pytest.mark.parametrize("block", params("sh"))
def test_a_block_runs_on_the_demo_seed(block, reader, tmp_path):
    done = runs(reader, block, tmp_path / "folder")
    assert done.returncode == 0, done.stdout
    for line in block.output.splitlines():
        pattern = ".*".join(re.escape(part) for part in line.split("…"))
        assert re.search(pattern, done.stdout), f"{line} is not in {done.stdout}"


@pytest.mark.parametrize("words", [(), DEMO], ids=["a plain start", "the demo users"])
def test_pages_can_be_followed_from_top_to_bottom(words, tmp_path, keyed_file):
    with running(tmp_path, keyed_file, *words) as emulator:
        supplied(emulator)
        for page in ("cookbook", "issuers", "testing", "tutorials"):
            before = emulator.control("GET", "projects/demo-project/settings")
            for block in blocks(ROOT / f"docs/{page}.md"):
                if block.language == "sh" and not block.not_run:
                    done = continues(emulator, block, emulator.files)
                    assert done.returncode == 0, f"{block}: {done.stdout}"
            assert emulator.control("GET", "projects/demo-project/settings") == before, page


def test_a_block_that_fails_is_found(reader, tmp_path):
    block = BLOCKS[0].__class__(ROOT / "README.md", 1, "sh", "curl -s http://localhost:9099/nowhere | cat\n")
    assert runs(reader, block, tmp_path / "folder").returncode == 22


def test_the_readmes_apple_example_signs_in_with_the_checks_of_production(reader, tmp_path):
    configure = next(b for b in blocks(ROOT / "docs/cookbook.md") if "providers set apple.com" in b.text)
    example = next(b for b in blocks(ROOT / "README.md") if "apple.com" in b.text)
    example.text = configure.text + example.text
    done = runs(reader, example, tmp_path / "folder")
    assert done.returncode == 0 and '"isNewUser":true' in done.stdout, done.stdout


@pytest.mark.parametrize("page", GUIDES, ids=name)
def test_the_requests_of_a_page_are_answered(page, reader):
    reset(reader)
    for method, path, body in requests_of(page):
        answer = requests.request(
            method, reader.url + path, json=body, headers={"Authorization": "Bearer owner"}, timeout=60)
        # Without its body a request is only named.
        exists = answer.ok or body is None and method in ("POST", "PATCH") and answer.status_code == 400
        assert exists, f"{method} {path} {body}: {answer.text}"


# Lists of fields and of figures; and a page that is a table of promises.
LONG_SENTENCES = {"docs/guarantees.md", "docs/limits.md", "seed-data/README.md"}


@pytest.mark.parametrize("page", GUIDES, ids=name)
def test_a_sentence_has_at_most_25_words(page):
    if name(page) in LONG_SENTENCES or page.parent.name == "benchmarks" or ".docc" in str(page):
        return
    long = [s for s in sentences(page) if len(re.findall(r"[\w'-]+", s)) > 25]
    assert long == []


@pytest.mark.parametrize("page", [p for p in PAGES if p.parent.name not in ("adr",)], ids=name)
def test_a_page_begins_with_its_use_and_every_table_with_a_header(page):
    lines = re.sub(r"(?ms)^```.*?^```$", "```", page.read_text()).splitlines()
    assert not next(line for line in lines[1:] if line).startswith(("#", "|", "-", "```"))
    for number, line in enumerate(lines):
        if line.startswith("|") and not lines[number - 1].startswith("|"):
            assert re.fullmatch(r"\|[-| ]+\|", lines[number + 1]), f"line {number + 1} has no header above"


@functools.cache
def help_of(command):
    done = subprocess.run([BINARY, "help", command], capture_output=True, text=True)
    assert done.returncode == 0, f"there is no command {command}"
    return done.stdout + (help_of("start") if command == "exec" else "")


@pytest.mark.parametrize("page", [page for page in GUIDES if list(commands(page))], ids=name)
def test_the_commands_of_a_page_have_the_flags_that_they_are_shown_with(page):
    for line in commands(page):
        command, *rest = line.split()
        for flag in re.findall(r"(?<!\S)(--[a-z-]+)", " ".join(rest)):
            assert re.search(rf"(?<![\w-]){flag}(?![\w-])", help_of(command)), f"{command} has no {flag}"


def test_the_commands_that_messages_advise_exist():
    sources = [f for f in (ROOT / "Sources").rglob("*") if f.suffix in (".swift", ".py", ".js")]
    advised = {c for f in sources for c in re.findall(r"`auth-emulator ([a-z]+)(?: --[a-z-]+)*`", f.read_text())}
    assert {"start", "stop"} <= advised
    for command in advised:
        help_of(command)


@pytest.mark.parametrize("block", params("json"))
def test_json_can_be_read(block, reader):
    document = json.loads(block.text)
    if block.page.name != "control-api.md" and "version" in document:
        reader.control("POST", "seed", document)


READERS = {
    "yaml": lambda text: dict(yaml.safe_load(text)), "python": ast.parse,
    "xml": xml.etree.ElementTree.fromstring}


@pytest.mark.parametrize("block", params(*READERS))
def test_a_block_can_be_read(block):
    READERS[block.language](block.text)


@pytest.mark.parametrize("block", params("html"))
def test_html_loads_files_that_are_served(block, reader):
    files = re.findall(r'src="http://127.0.0.1:9099(/[^"]+)"', block.text)
    assert files
    for file in files:
        assert requests.get(reader.url + file, timeout=120).ok


def test_the_tutorial_of_a_backend_runs(reader, tmp_path):
    block, = [b for b in blocks(ROOT / "docs/tutorials.md") if b.language == "python"]
    reset(reader)
    file = tmp_path / "tutorial.py"
    file.write_text(block.text.replace("127.0.0.1:9099", reader.host))
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, timeout=60,
        env={**os.environ, "FIREBASE_AUTH_EMULATOR_HOST": reader.host})
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("block", params("js"))
def test_javascript_can_be_compiled(block, tmp_path):
    if not shutil.which("node"):
        pytest.skip("there is no node")
    file = tmp_path / "block.mjs"
    file.write_text(block.text)
    done = subprocess.run(["node", "--check", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# The declarations around the examples of the kit.
KIT = """import AuthEmulatorTestKit
import Foundation
struct Model { func refresh() async {}; func signIn() async {} }
func example(emulator: AuthEmulator, project: EmulatorProject, model: Model, users: URL) async throws {
"""


@pytest.mark.parametrize("block", params("swift"))
def test_swift_can_be_compiled(block, tmp_path):
    """Typechecks what uses the kit; the test of the kit compiles a block with imports, and SDKs are not here."""
    file = tmp_path / "block.swift"
    modules = ROOT / ".build/debug/Modules"
    uses_kit = re.search(r"AuthEmulator\b|(?<!-)\bemulator\.", block.text) and "import " not in block.text
    text = f"let list = [\n{block.text}]" if block.text.startswith(".") else block.text
    file.write_text(KIT + text + "}\n" if uses_kit else text)
    action = ["-typecheck", "-I", str(modules)] if uses_kit else ["-parse"]
    done = subprocess.run(
        ["swiftc", "-swift-version", "6", *action, str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_block_is_run_or_read():
    # test_jvm.py runs the blocks of Java.
    checked = {"sh", "json", "yaml", "xml", "html", "python", "js", "swift", "text", "java"}
    assert [str(block) for block in BLOCKS if block.language not in checked] == []
    assert len(params("sh")) > 80


def test_every_scenario_is_in_the_cookbook():
    page = (ROOT / "docs/cookbook.md").read_text()
    files = sorted((ROOT / "seed-data/scenarios").glob("*.json"))
    assert files
    missing = [file.stem for file in files if f"#{file.stem[3:]})" not in page]
    assert missing == []
