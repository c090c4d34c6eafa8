"""The commands and files of docs/recipes.md, docs/packages.md and docker-compose.yml are valid."""

import os
import pathlib
import re
import subprocess

import pytest
import yaml
from compose_spec import PyCompose

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["README.md", "docs/recipes.md", "docs/packages.md", "docs/test-kit.md"]


def text(page):
    return (ROOT / page).read_text()


def help_of(*words):
    done = subprocess.run(
        [os.environ["AUTH_EMULATOR"], "help", *words], capture_output=True, text=True
    )
    return done.returncode, done.stdout


def commands():
    for page in PAGES:
        blocks = re.findall(r"```(?:sh|yaml)\n(.*?)```", text(page), re.S)
        spans = re.findall(r"`([^`\n]*)`", text(page))
        for line in [line for block in blocks for line in block.splitlines()] + spans:
            # Words after the program's name: `auth-emulator.rb`, `auth-emulator_0.1.0.deb` are files.
            if found := re.search(r"(?:^|[ /])auth-emulator ([a-z].*)", line):
                if not re.search(r"\b(docker|systemctl|brew|man|image|alias)\b", line):
                    yield pytest.param(found.group(1), id=f"{page}: {found.group(1)[:50]}")


@pytest.mark.parametrize("line", list(commands()))
def test_a_command_of_the_pages_has_the_flags_that_it_is_shown_with(line):
    own = line.split(" -- ")[0].split(" #")[0]
    name, *rest = own.split()
    code, words = help_of(name)
    assert code == 0, f"there is no command {name}"
    if name == "exec":
        words += help_of("start")[1]
    for flag in re.findall(r"(?<!\S)(--[a-z-]+)", " ".join(rest)):
        assert re.search(rf"(?<![\w-]){flag}(?![\w-])", words), f"{name} has no flag {flag}"


def starts():
    """The lines of README and recipes that start an emulator."""
    for line in commands():
        name, *rest = line.values[0].split(" #")[0].split()
        page = line.id.split(":")[0]
        if name in ("start", "exec") and page in PAGES[:2] and "DIR" not in rest and "FILE" not in rest:
            # A span that names the command alone is no line to run.
            if name == "start" or "--" in rest:
                yield pytest.param([name, *rest], id=line.id)


def ended(words, folder):
    """Runs a line to its end: for `exec` with a command that does nothing, for `start` until it is ready."""
    program = os.environ["AUTH_EMULATOR"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("FIREBASE", "GCLOUD"))}
    if words[0] == "exec":
        own = words[: words.index("--") + 1]
        return subprocess.run([program, *own, "true"], cwd=folder, env=environment, capture_output=True, text=True)
    own = [word for word in words if word != "--detach"] + ["--port", "0", "--json"]
    with subprocess.Popen(
        [program, *own], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        started.stdout.readline()
        started.terminate()
        output, errors = started.communicate()
        return subprocess.CompletedProcess(own, started.returncode, output, errors)


@pytest.mark.parametrize("words", list(starts()))
def test_a_line_of_the_pages_runs_in_an_empty_folder_and_once_more(words, tmp_path):
    # Files that a line names are the reader's own; the folder of --import need not be there.
    for flag, name in zip(words, words[1:]):
        if flag == "--seed":
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text("seed-data/demo.json"))
    for _ in range(2):
        done = ended(words, tmp_path)
        assert done.returncode == 0, done.stderr


def test_there_are_lines_to_run():
    lines = [" ".join(words) for words in (line.values[0] for line in starts())]
    assert len(lines) > 5
    assert "start --import ./data --export-on-exit" in lines


def test_there_are_commands_to_check():
    assert len(list(commands())) > 15


def test_the_yaml_of_the_recipes_can_be_read():
    documents = [yaml.safe_load(b) for b in re.findall(r"```yaml\n(.*?)```", text("docs/recipes.md"), re.S)]
    assert len(documents) == 3 and all(isinstance(d, dict) for d in documents)


def uncommented(compose):
    """Returns the file with its example uncommented."""
    return re.sub(r"(?m)^(  )# (worker-[ab]:|  .*)$", r"\1\2", compose)


def test_the_compose_file_and_its_example_follow_the_specification():
    plain = text("docker-compose.yml")
    assert set(PyCompose.from_yaml(plain).service_names()) == {"auth-emulator"}
    full = uncommented(plain)
    # The bindings do not support merge keys.
    resolved = yaml.safe_dump(yaml.safe_load(full))
    compose = PyCompose.from_yaml(resolved)
    compose.validate()
    assert set(compose.service_names()) == {"auth-emulator", "worker-a", "worker-b"}
    services = yaml.safe_load(full)["services"]
    projects = {services[w]["environment"]["GCLOUD_PROJECT"] for w in ("worker-a", "worker-b")}
    assert len(projects) == 2
    for worker in ("worker-a", "worker-b"):
        assert services[worker]["environment"]["FIREBASE_AUTH_EMULATOR_HOST"] == "auth-emulator:9099"


def test_a_wrong_compose_file_is_found():
    with pytest.raises(ValueError):
        PyCompose.from_yaml(text("docker-compose.yml").replace("ports:", "prts:"))
