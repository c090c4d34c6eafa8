"""The MCP server with the official client, as a coding agent uses it."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import mcp
import pytest
import requests

from conftest import BINARY


def agent(steps, *flags, mode="auto", folder=None):
    """Runs an agent's steps in a session with the command."""

    async def run():
        server = mcp.StdioServerParameters(command=BINARY, args=["mcp", *flags], cwd=folder)
        async with mcp.Client(server, mode=mode, read_timeout_seconds=60) as client:
            # The client compares each answer with the schema that the list has.
            await client.list_tools()
            return await steps(client)

    # A browser's test of the same worker leaves a loop in its thread.
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, run()).result()


async def call(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content[0].text
    return result.structured_content


# A session of an agent: each tool that changes something, with the answer that shows it.
SESSION = [
    ("emulator_status", {}, lambda answer: answer["project"] == "demo-project"),
    ("explain_request", {}, lambda answer: answer["user"]["email"] == "cy@example.com"),
    ("read_messages", {}, lambda answer: re.fullmatch(r"\d{6}", answer["messages"][0]["code"])
     and "mode=resetPassword" in answer["messages"][1]["link"]),
    ("save_snapshot", {"name": "before"}, lambda answer: answer["name"] == "before"),
    ("create_user", {"localId": "bo", "email": "bo@example.com"}, lambda answer: answer["localId"] == "bo"),
    ("change_user", {"localId": "bo", "displayName": "Bo", "customAttributes": '{"plan": "pro"}'},
     lambda answer: answer["displayName"] == "Bo"),
    ("find_users", {"claim": "plan=pro"}, lambda answer: answer["users"][0]["localId"] == "bo"),
    ("sign_in_at_issuer", {"issuer": "google.com", "account": {"email": "kim@example.com"}},
     lambda answer: answer["idToken"].count(".") == 2),
    ("list_issuers", {}, lambda answer: any(one["id"] == "apple.com" for one in answer["issuers"])),
    ("advance_clock", {"hours": 2}, lambda answer: answer["offsetMilliseconds"] == 7_200_000),
    ("show_clock", {}, lambda answer: answer["offsetMilliseconds"] == 7_200_000),
    ("reset_clock", {}, lambda answer: answer["offsetMilliseconds"] == 0),
    ("add_fault", {"match": {"operation": "accounts:lookup"}, "effect": {"status": 503}, "times": 1},
     lambda answer: answer["id"]),
    ("list_faults", {}, lambda answer: len(answer["faults"]) == 1),
    ("remove_faults", {}, lambda answer: answer == {}),
    ("change_settings", {"recentLogin": "on"}, lambda answer: answer["recentLogin"] == "on"),
    ("show_settings", {}, lambda answer: answer["recentLogin"] == "on"),
    ("list_scenarios", {}, lambda answer: any(one["name"] == "disabled-user" for one in answer["scenarios"])),
    ("show_scenario", {"scenario": "disabled-user"}, lambda answer: answer["steps"]),
    ("run_scenario", {"scenario": "disabled-user"}, lambda answer: answer["passed"]),
    ("load_scenario", {"scenario": "disabled-user", "project": "other"}, lambda answer: answer),
    ("list_requests", {"limit": "2"}, lambda answer: len(answer["requests"]) == 2),
    ("production_differences", {}, lambda answer: answer["requests"] >= 0),
    ("delete_user", {"localId": "bo"}, lambda answer: answer["kind"]),
    ("restore_snapshot", {"snapshot": "before"}, lambda answer: answer["name"] == "before"),
    ("list_snapshots", {}, lambda answer: answer["snapshots"][0]["name"] == "before"),
    ("reset", {"to": "empty"}, lambda answer: answer == {}),
]


# The client asks for the newest revision, or begins with initialize.
@pytest.mark.parametrize(("mode", "revision"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
def test_an_agent_does_everything_in_one_session_in_the_form_of_the_schemas(emulator, mode, revision):
    emulator.owner("POST", "v1/projects/demo-project/accounts", {"email": "cy@example.com", "disabled": True})
    emulator.client("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": "cy@example.com"})
    emulator.client("accounts:sendVerificationCode", {"phoneNumber": "+15555550100"})
    emulator.client("accounts:signInWithPassword", {"email": "cy@example.com", "password": "secret1"})

    async def steps(client):
        assert client.protocol_version == revision
        return [(name, await call(client, name, **arguments)) for name, arguments, _ in SESSION]

    answers = agent(steps, "--url", emulator.url, mode=mode)
    for (name, answer), (_, _, shows) in zip(answers, SESSION, strict=True):
        assert shows(answer), f"{name}: {answer}"


def test_an_emulator_of_the_agents_own_has_an_address_and_ends_with_it(tmp_path):
    async def steps(client):
        address = re.search(r"http://[\d.:]+\d", client.instructions)[0]
        made = requests.post(f"{address}/v1/accounts:signUp?key=any", json={}, timeout=60).json()
        users = await call(client, "find_users")
        return address, made["localId"], users["users"]

    address, uid, users = agent(steps, "--ephemeral", folder=tmp_path)
    assert [user["localId"] for user in users] == [uid]
    with pytest.raises(requests.ConnectionError):
        requests.get(address, timeout=10)


def test_a_call_without_an_emulator_says_how_to_start_one(tmp_path):
    async def steps(client):
        # No emulator is at this address; the folder has none either.
        return await client.call_tool("show_clock", {})

    result = agent(steps, "--url", "http://127.0.0.1:9", folder=tmp_path)
    assert result.is_error
    assert "Start one with `auth-emulator start`" in result.content[0].text


def test_llms_txt_is_served_as_it_is_beside_the_pages(emulator):
    served = requests.get(f"{emulator.url}/llms.txt", timeout=60)
    assert served.headers["Content-Type"].startswith("text/plain")
    assert served.text.startswith("# auth-emulator\n")
    assert "auth-emulator mcp" in served.text
