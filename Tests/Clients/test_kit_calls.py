"""The modules for Python and Node: each does every task of the table, by calls that the emulator describes."""

import json
import os
import re
import shutil
import sys

import pytest
from kits import another_server, does_every_task, follows_the_description, run
from pages import PROGRAMS

# Prints the tasks that it has done, as `programs/calls.js` does.
PYTHON = '''
import threading

import requests
from auth_emulator import AuthEmulatorError, Emulator, binary

emulator = Emulator.join()
project = emulator.project("demo-python")
print("a project")
assert project.url == emulator.url == f"http://{project.host}"
assert project.environment["FIREBASE_AUTH_EMULATOR_HOST"] == project.host
assert project.api_key == "emulator-demo-python"


def post(operation, **body):
    return requests.post(project.endpoint(operation), json=body, timeout=60)


def sign_in(password="secret1"):
    return post("accounts:signInWithPassword", email="ann@example.com", password=password)


print("the app")
assert b"version" in emulator.send("GET", "/emulator/v1/health")
assert emulator.call("GET", "projects")["projects"]
print("any other call")
project.seed(users=[{"localId": "ann", "email": "ann@example.com", "password": "secret1"}])
assert len(project.export()["projects"]["demo-python"]["users"]) == 1
with project.snapshot() as snapshot:
    project.remove_users()
    assert project.users() == []
print("users, people, settings")
assert [user["localId"] for user in project.users()] == ["ann"]
project.snapshot("ready")
project.restore("ready")
print("states")
project.set(recentLogin="on")
assert project.settings()["recentLogin"] == "on"
print("switches")
assert project.user(uid="ann")["email"] == "ann@example.com"
assert project.user(email="bob@example.com") is None
print("users")

ANN = {"email": "ann@example.com"}
assert project.mint("apple.com", account=ANN, rawNonce="n")["idToken"]
token = project.mint("oidc.acme", account=ANN)["idToken"]
for body in (f"id_token={token}&providerId=oidc.acme", project.mint("saml.acme", account=ANN)["postBody"]):
    session = post("accounts:signInWithIdp", postBody=body, requestUri="http://localhost")
    assert session.json()["email"] == "ann@example.com", session.text
print("a sign-in without a page")

post("accounts:sendOobCode", requestType="PASSWORD_RESET", email="ann@example.com")
message = project.code("Ann@Example.com", "PASSWORD_RESET")
assert message["code"] in message["link"]
sending = threading.Timer(0.2, lambda: post("accounts:sendVerificationCode", phoneNumber="+12025550100"))
sending.start()
assert len(project.code("+12025550100", timeout=60)["code"]) == 6
assert [each["kind"] for each in project.messages()] == ["text", "email"]
post("accounts:resetPassword", oobCode=message["code"], newPassword="secret1")
try:
    project.code("ann@example.com", timeout=0.1)
    raise AssertionError("the code was used")
except AuthEmulatorError as error:
    assert str(error) == (
        "Project demo-python has no unused code for ann@example.com. Its last messages: text for"
        " +12025550100, PASSWORD_RESET for ann@example.com (used).")
try:
    project.totp_code("ann")
    raise AssertionError("there is none")
except AuthEmulatorError as error:
    assert error.status == 404
print("codes")

assert sign_in().ok
with project.fault({"status": 503}, on="accounts:signInWithPassword", times=5):
    assert [fault["remaining"] for fault in project.faults.list()] == [5]
    assert sign_in().status_code == 503
assert project.faults.list() == []
project.faults.add({"drop": True}, {"path": "*/accounts:delete"}, probability=0.5, seed=1)
project.faults.remove(project.faults.add({"status": 503}))
assert len(project.faults.list()) == 1
project.faults.remove_all()
print("faults")

assert not sign_in("wrong").ok
assert project.requests(status="4xx")[0]["operation"] == "accounts:signInWithPassword"
assert "INVALID_PASSWORD" in project.explain()
print("reasons")

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
print("time")

assert binary().endswith("auth-emulator")
own = Emulator.launch("--project", "demo-own")
assert own.health()["project"] == "demo-own"
own.reset()
print("the whole emulator")
own.stop()
print("to start or join")
'''


def test_the_python_module_does_every_task_by_calls_that_the_description_has(wheel, emulator):
    output = run(sys.executable, "-c", PYTHON, env={**wheel, "AUTH_EMULATOR_URL": emulator.url})
    does_every_task("Python", output)
    follows_the_description(emulator)


def test_the_node_module_does_every_task_by_calls_that_the_description_has(npm, emulator):
    shutil.copy(PROGRAMS / "calls.js", npm)
    output = run("node", "calls.js", cwd=npm, env={**os.environ, "AUTH_EMULATOR_URL": emulator.url})
    does_every_task("Node", output)
    follows_the_description(emulator)


# Each prints the error of joining.
JOIN_IN_PYTHON = """
from auth_emulator import AuthEmulatorError, Emulator
try:
    Emulator.join()
except AuthEmulatorError as error:
    print(True, error)
"""
JOIN_IN_NODE = """
const { AuthEmulatorError, Emulator } = require('auth-emulator');
Emulator.join().catch((error) => console.log(error instanceof AuthEmulatorError, error.message));
"""


@pytest.mark.parametrize("missing", [0, 10])
@pytest.mark.parametrize("command", [(sys.executable, "-c", JOIN_IN_PYTHON), ("node", "-e", JOIN_IN_NODE)])
def test_a_module_names_a_server_that_is_no_emulator(wheel, npm, command, missing):
    with another_server(missing) as url:
        output = run(*command, cwd=npm, env={**wheel, "AUTH_EMULATOR_URL": url})
    assert output.lower().startswith("true ") and url in output


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
