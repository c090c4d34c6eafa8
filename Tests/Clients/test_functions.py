"""Functions on a separate server: blocking functions and event triggers."""

import base64
import http.server
import json
import queue
import threading
import uuid

import firebase_admin
import pytest
import requests
from firebase_admin import auth

ADMIN = {"Authorization": "Bearer owner"}


def claims(jwt):
    part = jwt.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


class Functions:
    """Answers each path with the test's function, and records the requests."""

    def __init__(self):
        self.answers = {}
        self.heard = queue.Queue()
        functions = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                functions.heard.put((self.path, self.headers["Content-Type"], body))
                answer = functions.answers.get(self.path, lambda body: (200, {}))
                status, document = answer(body)
                data = json.dumps(document).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                """The emulator hub, which lists only these functions."""
                assert self.path == "/emulators"
                host, port = functions.host.split(":")
                data = json.dumps({"functions": {"host": host, "port": int(port)}}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def register(self, emulator, *events):
        triggers = {event: {"functionUri": f"http://{self.host}/{event}"} for event in events}
        answer = requests.patch(
            f"{emulator.url}/identitytoolkit.googleapis.com/v2/projects/demo-project/config",
            params={"updateMask": "blockingFunctions"},
            json={"blockingFunctions": {"triggers": triggers}}, headers=ADMIN, timeout=60)
        assert answer.ok, answer.text


@pytest.fixture
def functions():
    functions = Functions()
    yield functions
    functions.server.shutdown()


def test_a_blocking_function_that_uses_the_admin_sdk(start, functions, monkeypatch):
    emulator = start("--functions-host", functions.host)
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", emulator.host)
    app = firebase_admin.initialize_app(
        options={"projectId": "demo-project"}, name=uuid.uuid4().hex)

    def before_sign_in(body):
        event = claims(body["data"]["jwt"])
        if event["user_record"]["email"].endswith("@blocked.example"):
            return 403, {"error": {"message": "Not here.", "status": "PERMISSION_DENIED"}}
        # The function reads and writes while the sign-in waits.
        auth.get_user(event["sub"], app=app)
        auth.create_user(uid=f"seen-{event['sub']}", app=app)
        return 200, {"userRecord": {
            "updateMask": "customClaims,sessionClaims", "customClaims": {"role": "user"},
            "sessionClaims": {"from": event["event_type"]}}}

    try:
        for name in ["ada@example.com", "eve@blocked.example"]:
            auth.create_user(email=name, password="secret1", app=app)
        functions.answers["/beforeSignIn"] = before_sign_in
        functions.register(emulator, "beforeSignIn")
        body = {"email": "ada@example.com", "password": "secret1"}
        answer = emulator.client("accounts:signInWithPassword", body)
        token = auth.verify_id_token(answer["idToken"], app=app)
        assert (token["role"], token["from"]) == ("user", "beforeSignIn")
        assert auth.get_user(f"seen-{token['uid']}", app=app)
        body["email"] = "eve@blocked.example"
        answer = emulator.client("accounts:signInWithPassword", body)
        assert answer["error"]["message"].startswith("BLOCKING_FUNCTION_ERROR_RESPONSE : ")
        assert "Not here." in answer["error"]["message"]
        auth.delete_user(token["uid"], app=app)
    finally:
        firebase_admin.delete_app(app)

    # Ada, Eve and the function's user; events of different users are sent concurrently.
    expected = {"user.create": 3, "user.delete": 1}
    while any(expected.values()):
        _, _, body = functions.heard.get(timeout=60)
        if "eventType" in body:
            expected[body["eventType"].rpartition("/")[2]] -= 1


def test_functions_are_found_through_the_hub(start, functions, monkeypatch):
    monkeypatch.setenv("FIREBASE_EMULATOR_HUB", functions.host)
    account = start().client("accounts:signUp", {"email": "a@b.example", "password": "secret1"})
    first, second = (functions.heard.get(timeout=60) for _ in range(2))
    assert first[:2] == (
        "/functions/projects/demo-project/trigger_multicast", "application/json")
    assert first[2]["eventType"] == "providers/firebase.auth/eventTypes/user.create"
    assert first[2]["data"]["uid"] == account["localId"]
    assert second[1] == "application/cloudevents+json"
    assert second[2]["type"] == "google.firebase.auth.user.v2.created"
    assert second[2]["data"]["value"]["uid"] == account["localId"]


def test_nobody_listens(start, functions):
    functions.server.shutdown()
    functions.server.server_close()
    emulator = start("--functions-host", functions.host)
    assert "idToken" in emulator.client("accounts:signUp", {"returnSecureToken": True})
