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
