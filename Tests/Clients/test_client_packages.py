"""The wheel and the npm packages, installed from local files: their commands, and the plugin for pytest."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
import requests
from conftest import BINARY
from kits import alone, run
from pages import ROOT, blocks


def test_a_module_of_node_imports_the_package_and_the_fixtures(npm):
    (npm / "suite.mjs").write_text(
        "import { Emulator } from 'auth-emulator';\nimport { fixtures } from 'auth-emulator/playwright';\n"
        "console.log(Emulator.name, ...Object.keys(fixtures));\n")
    output = run("node", "suite.mjs", cwd=npm)
    assert output.split() == ["Emulator", "authEmulatorOptions", "authEmulatorServer", "authEmulator"]


def test_the_command_of_each_package_runs_tests_and_ends_as_they_do(wheel, npm):
    ask = "import os; raise SystemExit(3 if os.environ['FIREBASE_AUTH_EMULATOR_HOST'] else 4)"
    command = ("exec", "--", sys.executable, "-c", ask)
    run("auth-emulator", *command, code=3, env=wheel)
    run("npx", "--offline", "auth-emulator", *command, code=3, cwd=npm)


def test_the_command_of_npm_passes_signals_on(npm):
    process = subprocess.Popen(
        ["node", "node_modules/auth-emulator/cli.js", "start", "--ephemeral", "--port", "0", "--json"],
        cwd=npm, stdout=subprocess.PIPE, text=True)
    url = json.loads(process.stdout.readline())["url"]
    process.terminate()
    assert process.wait(20) == 0
    with pytest.raises(requests.ConnectionError):
        requests.get(url, timeout=120)


@pytest.fixture
def without_program(npm, tmp_path):
    """A folder with the package of npm without its program, where two commands on PATH run the package."""
    shutil.copytree(npm / "node_modules/auth-emulator", tmp_path / "node_modules/auth-emulator")
    script = tmp_path / "node_modules/auth-emulator/cli.js"
    script.chmod(0o755)
    for folder in ("node_modules/.bin", "global"):
        (tmp_path / folder).mkdir()
    (tmp_path / "global/auth-emulator").symlink_to(script)
    own = tmp_path / "node_modules/.bin/auth-emulator"
    own.write_text(f'#!/bin/sh\nexec node {script} "$@"\n')
    own.chmod(0o755)
    node = pathlib.Path(shutil.which("node")).parent
    path = f"{own.parent}:{tmp_path}/global:{node}:/usr/bin:/bin"
    assert not any(pathlib.Path(folder, "auth-emulator").exists() for folder in path.split(":")[2:])
    return tmp_path, {**os.environ, "PATH": path}


def test_the_command_of_npm_names_the_package_that_is_missing(without_program):
    folder, environment = without_program
    done = subprocess.run(
        ["node", "node_modules/auth-emulator/cli.js", "--version"], cwd=folder, env=environment,
        capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "@auth-emulator/" in done.stderr and "--no-optional" in done.stderr


def test_the_command_of_npm_runs_the_program_on_path(without_program, small_binary):
    folder, environment = without_program
    (folder / "bin").mkdir()
    shutil.copy(small_binary, folder / "bin/auth-emulator")
    environment["PATH"] += f":{folder}/bin"
    command = ("node", "node_modules/auth-emulator/cli.js", "--version")
    assert run(*command, cwd=folder, env=environment) == run(BINARY, "--version")


TESTS = '''
import os
import pytest
import requests


def sign_up(project, **body):
    return requests.post(project.endpoint("accounts:signUp"), json=body, timeout=60)


@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_has_a_project(auth_emulator, turn):
    assert auth_emulator.users() == []
    assert os.environ["GCLOUD_PROJECT"] == auth_emulator.id
    assert os.environ["FIREBASE_AUTH_EMULATOR_HOST"] == auth_emulator.host
    assert sign_up(auth_emulator, email="ann@example.com", password="secret1").ok
    assert len(auth_emulator.users()) == 1


@pytest.mark.auth_emulator(own=True, profile="production")
def test_an_own_emulator_moves_its_clock(auth_emulator, auth_emulator_server):
    assert auth_emulator.url != auth_emulator_server.url
    auth_emulator.clock.advance(days=1)
    assert auth_emulator_server.clock.state()["offsetMilliseconds"] == 0
    assert auth_emulator.settings()["profile"] == "production"


def test_that_fails(auth_emulator):
    assert sign_up(auth_emulator, email="ann@example.com").ok
'''


def run_tests(wheel, folder, text, code=1):
    """Runs tests with the plugin, and returns what pytest prints."""
    (folder / "test_app.py").write_text(text)
    return run(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--strict-markers", "test_app.py",
        cwd=folder, env=alone(wheel), code=code)


def test_the_plugin_gives_a_project_and_explains_failures(wheel, tmp_path):
    output = run_tests(wheel, tmp_path, TESTS)
    assert "1 failed, 3 passed" in output
    assert "auth-emulator: the last requests" in output
    assert "MISSING_PASSWORD" in output and "password is missing" in output


OWN_THAT_FAILS = '''
import pytest
from auth_emulator import Emulator

stop, stopped = Emulator.stop, []
Emulator.stop = lambda emulator: (stopped.append(emulator), stop(emulator))


@pytest.mark.auth_emulator(own=True, profile="no-such-profile")
def test_with_a_wrong_profile(auth_emulator):
    pass


def test_the_emulator_was_stopped():
    assert len(stopped) == 1
'''


def test_the_plugin_stops_an_own_emulator_whose_profile_is_refused(wheel, tmp_path):
    assert "1 passed, 1 error" in run_tests(wheel, tmp_path, OWN_THAT_FAILS)


@pytest.mark.parametrize("options, reason", [
    ("'production'", "has options by name: own, profile."), ("profil='production'", "no option profil.")])
def test_the_plugin_rejects_options_that_the_marker_does_not_have(wheel, tmp_path, options, reason):
    text = f"import pytest\n\n\n@pytest.mark.auth_emulator({options})\ndef test_a(auth_emulator): pass\n"
    assert reason in run_tests(wheel, tmp_path, text)


def example(language):
    (block,) = [b for b in blocks(ROOT / "Sources/Clients/README.md") if b.language == language]
    return block.text


def test_the_example_for_pytest_runs(wheel, tmp_path):
    assert "2 passed" in run_tests(wheel, tmp_path, example("python"), code=0)


def test_the_example_for_node_runs(npm):
    (npm / "example.js").write_text(example("js"))
    run("node", "example.js", cwd=npm, env=alone(os.environ))
