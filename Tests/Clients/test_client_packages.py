"""The wheel and the npm packages, installed from local files, and the modules in them."""

import contextlib
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse

import pytest
import requests

from conftest import BINARY
from pages import ROOT, blocks

# The names of a call's members that the emulator does not know would be in the log as unknown fields.
PYTHON = '''
from auth_emulator import AuthEmulatorError, Emulator, binary
import requests

emulator = Emulator.join()
project = emulator.project("demo-python")
assert project.url == emulator.url == f"http://{project.host}"
assert project.environment["FIREBASE_AUTH_EMULATOR_HOST"] == project.host
assert project.api_key == "emulator-demo-python"
assert binary().endswith("auth-emulator")
assert b"version" in emulator.send("GET", "/emulator/v1/health")
project.seed(users=[{"localId": "ann", "email": "ann@example.com", "password": "secret1"}])
project.set(recentLogin="on")
assert project.settings()["recentLogin"] == "on"
assert project.user(uid="ann")["email"] == "ann@example.com"
assert project.user(email="bob@example.com") is None
with project.snapshot() as snapshot:
    project.remove_users()
    assert project.users() == []
assert [user["localId"] for user in project.users()] == ["ann"]
project.snapshot("ready")
project.restore("ready")
assert len(project.export()["projects"]["demo-python"]["users"]) == 1


def sign_in(password="secret1"):
    return requests.post(
        project.endpoint("accounts:signInWithPassword"),
        json={"email": "ann@example.com", "password": password}, timeout=60)


assert sign_in().ok
with project.fault({"status": 503}, on="accounts:signInWithPassword", times=5):
    assert [fault["remaining"] for fault in project.faults.list()] == [5]
    assert sign_in().status_code == 503
assert project.faults.list() == []
project.faults.add({"drop": True}, {"path": "*/accounts:delete"}, probability=0.5, seed=1)
project.faults.remove(project.faults.add({"status": 503}))
assert len(project.faults.list()) == 1
project.faults.remove_all()
ANN = {"email": "ann@example.com"}
assert project.mint("apple.com", account=ANN, rawNonce="n")["idToken"]
assert project.mint("oidc.acme", account=ANN)["idToken"]
assert project.mint("saml.acme", account=ANN)["samlResponse"]
requests.post(
    project.endpoint("accounts:sendOobCode"),
    json={"requestType": "PASSWORD_RESET", "email": "ann@example.com"}, timeout=60)
assert project.oob_code("ann@example.com", "PASSWORD_RESET")["oobCode"]
requests.post(
    project.endpoint("accounts:sendVerificationCode"), json={"phoneNumber": "+12025550100"}, timeout=60)
assert len(project.sms_code("+12025550100")) == 6
try:
    project.totp_code("ann")
    raise AssertionError("there is none")
except AuthEmulatorError as error:
    assert error.status == 404
assert not sign_in("wrong").ok
assert project.requests(status="4xx")[0]["operation"] == "accounts:signInWithPassword"
assert "INVALID_PASSWORD" in project.explain()
now = emulator.clock.advance(minutes=5)["now"]
emulator.clock.set(now, frozen=True)
emulator.clock.freeze()
assert emulator.clock.state()["frozen"]
emulator.clock.reset()
try:
    emulator.clock.set("yesterday")
    raise AssertionError("yesterday was accepted")
except AuthEmulatorError as error:
    assert error.status == 400 and "yesterday" in str(error)
own = Emulator.launch("--project", "demo-own")
assert own.health()["project"] == "demo-own"
own.reset()
own.stop()
'''

NODE = '''
const assert = require('node:assert');
const { AuthEmulatorError, Emulator, binary } = require('auth-emulator');

(async () => {
  const emulator = await Emulator.join();
  const project = await emulator.project('demo-node');
  assert.equal(project.url, `http://${project.host}`);
  assert.equal(project.environment.FIREBASE_AUTH_EMULATOR_HOST, project.host);
  assert.equal(project.apiKey, 'emulator-demo-node');
  assert.match(binary(), /auth-emulator$/);
  assert.match(await emulator.send('GET', '/emulator/v1/health'), /version/);
  await project.seed({ users: [{ localId: 'ann', email: 'ann@example.com', password: 'secret1' }] });
  await project.set({ recentLogin: 'on' });
  assert.equal((await project.settings()).recentLogin, 'on');
  assert.equal((await project.user({ uid: 'ann' })).email, 'ann@example.com');
  assert.equal(await project.user({ email: 'bob@example.com' }), undefined);
  await project.snapshot(async () => {
    await project.removeUsers();
    assert.deepEqual(await project.users(), []);
  });
  assert.deepEqual((await project.users()).map((user) => user.localId), ['ann']);
  await project.snapshot('ready');
  await project.restore('ready');
  assert.equal((await project.export()).projects['demo-node'].users.length, 1);

  const post = (operation, body) =>
    fetch(project.endpoint(operation), {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const signIn = (password = 'secret1') =>
    post('accounts:signInWithPassword', { email: 'ann@example.com', password });

  assert.ok((await signIn()).ok);
  await project.withFault({ status: 503 }, 'accounts:signInWithPassword', async () => {
    assert.equal((await project.faults.list()).length, 1);
    assert.equal((await signIn()).status, 503);
  });
  assert.deepEqual(await project.faults.list(), []);
  await project.faults.add({ drop: true }, { path: '*/accounts:delete' }, { times: 1, probability: 0.5, seed: 1 });
  await project.faults.remove(await project.faults.add({ status: 503 }));
  assert.equal((await project.faults.list()).length, 1);
  await project.faults.removeAll();
  const account = { email: 'ann@example.com' };
  assert.ok((await project.mint('apple.com', { account, rawNonce: 'n' })).idToken);
  assert.ok((await project.mint('oidc.acme', { account })).idToken);
  assert.ok((await project.mint('saml.acme', { account })).samlResponse);
  await post('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ann@example.com' });
  assert.ok((await project.oobCode('ann@example.com', 'PASSWORD_RESET')).oobCode);
  await post('accounts:sendVerificationCode', { phoneNumber: '+12025550100' });
  assert.equal((await project.smsCode('+12025550100')).length, 6);
  await assert.rejects(project.totpCode('ann'), (error) => error.status === 404);
  assert.ok(!(await signIn('wrong')).ok);
  assert.equal((await project.requests({ status: '4xx' }))[0].operation, 'accounts:signInWithPassword');
  assert.match(await project.explain(), /INVALID_PASSWORD/);
  const { now } = await emulator.clock.advance({ minutes: 5 });
  await emulator.clock.set(new Date(now), { frozen: true });
  await emulator.clock.freeze();
  assert.ok((await emulator.clock.state()).frozen);
  await emulator.clock.reset();
  await assert.rejects(emulator.clock.set('yesterday'), (error) =>
    error instanceof AuthEmulatorError && error.status === 400 && error.message.includes('yesterday'));
  const own = await Emulator.launch('--project', 'demo-own');
  assert.equal((await own.health()).project, 'demo-own');
  await own.reset();
  const ownProject = await own.project();
  const stopped = ownProject.withFault({ status: 503 }, 'accounts:signUp', async () => {
    await own.stop();
    throw new Error('of the body');
  });
  await assert.rejects(stopped, /of the body/);
  await Emulator.launch(); // ends with this process
})();
'''


def run(*arguments, code=0, **options):
    done = subprocess.run(
        [str(a) for a in arguments], capture_output=True, text=True, timeout=120, **options)
    assert done.returncode == code, f"{arguments}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(packages, tmp_path_factory):
    """The environment in which the wheel is installed, in a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    (file,) = packages.glob("*.whl")
    run(sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--target", folder, file)
    return {**os.environ, "PYTHONPATH": str(folder), "PATH": f"{folder}/bin:{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def npm(packages, tmp_path_factory):
    """A folder in which the packages of npm are installed."""
    if not shutil.which("npm"):
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("npm")
    (folder / "package.json").write_text('{"name": "app", "private": true}')
    run("npm", "install", "--offline", "--no-audit", "--no-fund", *packages.glob("*.tgz"), cwd=folder)
    return folder


def follows_the_description(emulator, project):
    """Compares what a client sent with the emulator's own description of the control API."""
    description = requests.get(f"{emulator.url}/emulator/openapi.json", timeout=60).json()
    paths = [
        (re.compile(re.sub(r"\\{\w+\\}", "[^/:]+", re.escape(path))), operations)
        for path, operations in description["paths"].items() if path.startswith("/emulator/v1")]
    seen = set()
    for sent in emulator.control("GET", "requests?limit=1000&app=false")["requests"]:
        url = urllib.parse.urlsplit(sent["path"])
        if not url.path.startswith("/emulator/v1"):
            continue
        operations = [
            operations[sent["method"].lower()] for pattern, operations in paths
            if pattern.fullmatch(url.path) and sent["method"].lower() in operations]
        assert operations, f"{sent['method']} {url.path} is not in the description"
        known = {p["name"] for operation in operations for p in operation.get("parameters", [])}
        assert set(urllib.parse.parse_qs(url.query)) <= known, sent["path"]
        assert sent["unknownFields"] == [], sent
        seen.add(operations[0]["operationId"])
    assert len(seen) > 20, seen


def test_the_python_module_makes_calls_that_the_description_has(wheel, emulator):
    run(sys.executable, "-c", PYTHON, env={**wheel, "AUTH_EMULATOR_URL": emulator.url})
    follows_the_description(emulator, "demo-python")


def test_the_node_module_makes_calls_that_the_description_has(npm, emulator):
    (npm / "calls.js").write_text(NODE)
    run("node", "calls.js", cwd=npm, env={**os.environ, "AUTH_EMULATOR_URL": emulator.url})
    follows_the_description(emulator, "demo-node")


@contextlib.contextmanager
def another_server(missing):
    """Serves an answer that is not an emulator's, and that lacks `missing` bytes; yields the URL."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", str(5 + missing))
            self.end_headers()
            self.wfile.write(b"hello")

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize("missing", [0, 10])
def test_the_python_module_names_a_server_that_is_no_emulator(wheel, missing):
    program = """
from auth_emulator import AuthEmulatorError, Emulator
try:
    Emulator.join()
except AuthEmulatorError as error:
    print(error)
"""
    with another_server(missing) as url:
        env = {**wheel, "AUTH_EMULATOR_URL": url}
        assert url in run(sys.executable, "-c", program, env=env)


@pytest.mark.parametrize("missing", [0, 10])
def test_the_node_module_names_a_server_that_is_no_emulator(npm, missing):
    program = """
const { AuthEmulatorError, Emulator } = require('auth-emulator');
Emulator.join().catch((error) => console.log(error instanceof AuthEmulatorError, error.message));
"""
    with another_server(missing) as url:
        env = {**os.environ, "AUTH_EMULATOR_URL": url}
        output = run("node", "-e", program, cwd=npm, env=env)
    assert output.startswith("true ") and url in output


def test_the_types_have_what_the_node_module_has(npm):
    package = npm / "node_modules/auth-emulator"
    listing = """
        const module = require('auth-emulator');
        const names = {};
        for (const [name, value] of Object.entries(module)) {
          names[name] = Object.getOwnPropertyNames(value.prototype ?? {}).filter((n) => n !== 'constructor');
          names[name].push(...Object.getOwnPropertyNames(value)
            .filter((n) => !['length', 'name', 'prototype', 'arguments', 'caller'].includes(n)));
        }
        console.log(JSON.stringify(names));"""
    types = (package / "index.d.ts").read_text()
    for name, members in json.loads(run("node", "-e", listing, cwd=npm)).items():
        declared = re.search(rf"export (?:class|function) {name}\b(.*?)(?=^export |\Z)", types, re.M | re.S)
        assert declared, name
        for member in members:
            assert re.search(rf"\b{member}[?(:<]", declared.group(1)), f"{name}.{member}"


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


def test_the_plugin_gives_a_project_and_explains_failures(wheel, tmp_path):
    (tmp_path / "test_app.py").write_text(TESTS)
    output = run(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--strict-markers", "test_app.py",
        cwd=tmp_path, env=alone(wheel), code=1)
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
    (tmp_path / "test_app.py").write_text(OWN_THAT_FAILS)
    output = run(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_app.py", cwd=tmp_path,
        env=alone(wheel), code=1)
    assert "1 passed, 1 error" in output


@pytest.mark.parametrize("options, reason", [
    ("'production'", "has options by name: own, profile."), ("profil='production'", "no option profil.")])
def test_the_plugin_rejects_options_that_the_marker_does_not_have(wheel, tmp_path, options, reason):
    (tmp_path / "test_app.py").write_text(
        f"import pytest\n\n\n@pytest.mark.auth_emulator({options})\ndef test_a(auth_emulator): pass\n")
    output = run(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_app.py", cwd=tmp_path,
        env=alone(wheel), code=1)
    assert reason in output


def example(language):
    (block,) = [b for b in blocks(ROOT / "Sources/Clients/README.md") if b.language == language]
    return block.text


def alone(environment):
    """Without the variables by which a test would join an emulator."""
    return {k: v for k, v in environment.items() if k not in (
        "AUTH_EMULATOR_URL", "FIREBASE_AUTH_EMULATOR_HOST", "PYTEST_ADDOPTS")}


def test_the_example_for_pytest_runs(wheel, tmp_path):
    (tmp_path / "test_app.py").write_text(example("python"))
    output = run(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_app.py", cwd=tmp_path, env=alone(wheel))
    assert "2 passed" in output


def test_the_example_for_node_runs(npm):
    (npm / "example.js").write_text(example("js"))
    run("node", "example.js", cwd=npm, env=alone(os.environ))
