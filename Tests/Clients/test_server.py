"""The process and its sockets: bursts, disconnecting clients, closed descriptors, signals."""

import base64
import concurrent.futures
import http.client
import json
import os
import pathlib
import resource
import select
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time

import pytest
import requests
from conftest import BINARY, ROOT, own_port

sys.path += [str(ROOT / "Tests/Soak"), str(ROOT / "Tests/Torture")]
import failing_files  # noqa: E402
import soak  # noqa: E402

pytestmark = pytest.mark.new_file
HANGING = failing_files.SOURCE.with_name("hanging_sync.c")
# Repetitions of the burst test; scripts/test --full uses 20.
BURSTS = int(os.environ.get("BURSTS", "3"))
SIGN_UP = (
    b"POST /identitytoolkit.googleapis.com/v1/accounts:signUp?key=k HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Length: 2\r\n\r\n{}")


def limited(files):
    """Runs the rest of the command with a limit of open files, with only 0 to 2 open."""
    return ["bash", "-c", f'ulimit -n {files}; exec "$@"', "-"]


def address(url):
    host, port = url.split("://")[1].rsplit(":", 1)
    return host, int(port)


@pytest.mark.parametrize("limit,sentence", [
    *[(f"ulimit -n {files}", f"This process may open {files} files at once") for files in (4, 8, 12, 20, 31, 40)],
    *[(f"ulimit -v {megabytes << 10}", f"This process may use {megabytes} MB of addresses, and needs up to 2048")
      for megabytes in (100, 150, 300, 600, 1200, 2047)],
    ("ulimit -d 500000", "This process may use 488 MB of addresses, and needs up to 2048"),
])
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit addresses")
def test_a_start_below_a_limit_of_memory_or_files_says_so(tmp_path, limit, sentence):
    start = ["start", "--data", str(tmp_path / "s.sqlite"), "--port", "0"]
    for command in (start, [*start, "--detach"], ["exec", "--", "true"]):
        ended = subprocess.run(
            ["bash", "-c", f'{limit}; exec "$@"', "-", BINARY, *command], cwd=tmp_path, capture_output=True,
            text=True, timeout=60, check=False)
        assert ended.returncode == 1 and sentence in ended.stderr, (ended.returncode, ended.stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit addresses")
@pytest.mark.parametrize("limits", ["ulimit -v 2097152", "ulimit -n 64", "ulimit -v 2097152; ulimit -n 64"])
def test_a_load_at_the_limits_of_memory_and_files_ends_no_process(start, limits):
    """Long bodies, slow hashes, imports and connections at once; what does not fit is a 503 or waits."""
    emulator = start("--quiet", "--tls-port", "0", prefix=["bash", "-c", f'{limits}; exec "$@"', "-"])
    # A hash takes as much memory as one that is parallel, and a quarter of the time.
    soak.prepare(*address(emulator.url), soak.HASH_COST, parallelization=1)
    users = [{"localId": f"u{n}", "displayName": "x" * 500} for n in range(4000)]
    kinds = [(path, json.dumps(body)) for path, body in (
        ("accounts:signUp?key=k", {"captchaResponse": [1] * 1_700_000}),
        ("projects/demo-project/accounts:batchCreate", {"users": users}),
        ("accounts:signInWithPassword?key=k", {"email": soak.SLOW_USER, "password": "wrong12"}),
        ("accounts:signUp?key=k", {}))]

    def call(number):
        path, body = kinds[number % len(kinds)]
        return requests.post(
            f"{emulator.url}/v1/{path}", body, headers={"Authorization": "Bearer owner"}, timeout=300).status_code

    with concurrent.futures.ThreadPoolExecutor(40) as clients:
        assert set(clients.map(call, range(120))) <= {200, 400, 503}
    assert emulator.control("GET", "health")["status"] == "ready"


@pytest.mark.parametrize("files", [64, 1024, 8192])
def test_a_burst_of_1500_connections_is_answered(start, files):
    soak.raise_limit()
    emulator = start("--quiet", prefix=limited(files))
    for _ in range(BURSTS):
        assert not soak.burst(address(emulator.url), SIGN_UP, 1500, limit=120)
        assert emulator.control("GET", "health")["status"] == "ready"


def test_requests_that_arrive_together_are_answered(start):
    """128 for each of the two workers: as many events as libmicrohttpd asks epoll for at once."""
    emulator = start("--quiet")
    sockets = [socket.create_connection(address(emulator.url), 30) for _ in range(256)]

    def answered(one):
        answer = http.client.HTTPResponse(one)
        answer.begin()
        answer.read()
        return answer.status

    for stop in (False, True):
        if stop:
            emulator.process.send_signal(signal.SIGSTOP)
        for one in sockets:
            one.sendall(SIGN_UP)
        emulator.process.send_signal(signal.SIGCONT)
        assert {answered(one) for one in sockets} == {200}


@pytest.mark.parametrize("files", [64, 1024])
def test_a_burst_over_tls_is_answered(start, files):
    emulator = start("--quiet", "--tls-port", "0", prefix=limited(files))
    context = ssl.create_default_context(cafile=emulator.ready["caFile"])

    def sign_up(_):
        with socket.create_connection(address(emulator.ready["tlsUrl"]), 120) as plain:
            with context.wrap_socket(plain, server_hostname="localhost") as stream:
                stream.sendall(SIGN_UP)
                return stream.recv(12)

    with concurrent.futures.ThreadPoolExecutor(60) as clients:
        assert set(clients.map(sign_up, range(300))) == {b"HTTP/1.1 200"}


@pytest.mark.parametrize("lines,status", [
    ("POST {} HTTP/1.1|Content-Length: 0", 400),
    ("POST {} HTTP/1.1|Host: localhost|Content-Length: 9223372036854775808", 400),
    ("POST {} HTTP/1.1|Host: localhost|Transfer-Encoding: gzip", 400),
    ("POST {} HTTP/1.1|Host: localhost|Content-Length: 9223372036854775807", 413),
    ("GET {}?" + "a&" * 9000 + " HTTP/1.1|Host: localhost", 414),
])
def test_what_the_server_refuses_has_the_form_of_its_api(emulator, lines, status):
    def is_google(body):
        return body["error"]["code"] == status and body["error"]["status"] == "INVALID_ARGUMENT" \
            and body["error"]["message"]

    def is_oauth(body):
        return body["error"] == "invalid_request" and body["error_description"]

    for path, has_form in {
            "/identitytoolkit.googleapis.com/v1/accounts:signUp": is_google, **dict.fromkeys((
                "/issuers/google.com/token", "/issuers/apple.com/auth/token", "/issuers/oidc.corp/revoke",
                "/issuers/microsoft.com/common/oauth2/v2.0/token"), is_oauth)}.items():
        with socket.create_connection(address(emulator.url), 60) as client:
            client.sendall((lines.format(path).replace("|", "\r\n") + "\r\n\r\n").encode())
            answer = http.client.HTTPResponse(client)
            answer.begin()
            assert answer.status == status
            assert has_form(json.loads(answer.read())), path


def test_a_head_request_of_a_streamed_list_has_no_body(emulator):
    """Its length is unknown, and the connection ends with it."""
    with socket.create_connection(address(emulator.url), timeout=20) as client:
        client.sendall(
            b"HEAD /v1/projects/p/accounts:batchGet?maxResults=-1 HTTP/1.1\r\nHost: localhost\r\n"
            b"Authorization: Bearer owner\r\n\r\n")
        answer = b"".join(iter(lambda: client.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 200 ") and b"Connection: close" in answer
    assert answer.partition(b"\r\n\r\n")[2] == b""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_descriptors_never_become_the_data_file(tmp_path, start, closed):
    data = tmp_path / "closed.sqlite"
    # A complete file: in a new one the first checkpoint would repair its first page.
    emulator = start(data=data.name)
    users = [emulator.client("accounts:signUp", {})["localId"]]
    emulator.stop()
    port = own_port()
    emulator = start(
        data=data.name, port=port, waits=False, prefix=["bash", "-c", f'exec "$@" {closed}', "-"])
    emulator.wait_until_it_answers(f"http://127.0.0.1:{port}")
    users.append(emulator.client("accounts:signUp", {})["localId"])
    emulator.stop()
    with sqlite3.connect(data) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert {user["localId"] for user in start(data=data.name).stored(users)} == set(users)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_drains_and_ends_with_0(emulator, number):
    emulator.control("POST", "faults", {
        "match": {"operation": "accounts:signUp"}, "effect": {"delayMilliseconds": 4000}})
    begun = SIGN_UP[:-2].replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n")
    with socket.create_connection(address(emulator.url)) as held, \
            socket.create_connection(address(emulator.url)) as complete:
        for client, body in [(held, b"{"), (complete, b"{}")]:
            client.sendall(begun)
            assert client.recv(100).startswith(b"HTTP/1.1 100")
            client.sendall(body)
        # The body of the last one is read before.
        emulator.control("GET", "health")
        emulator.process.send_signal(number)
        # A response in progress is waited for, an incomplete request is not.
        assert select.select([held, complete], [], [])[0] == [held]
        assert complete.recv(12) == b"HTTP/1.1 200"
    assert emulator.process.wait(20) == 0
    # SQLite removes the log and the shared memory when the last connection closes.
    assert not list(pathlib.Path(emulator.data).parent.glob("state.sqlite-*"))


def test_a_request_that_a_stop_cuts_is_named(start):
    emulator = start(stderr=subprocess.PIPE)
    emulator.control("POST", "faults", {
        "match": {"operation": "accounts:signUp"}, "effect": {"delayMilliseconds": 60_000}})
    with socket.create_connection(address(emulator.url)) as client:
        client.sendall(SIGN_UP)
        # The request has been read before.
        emulator.control("GET", "health")
        emulator.process.terminate()
        assert client.recv(100) == b""
    said = emulator.process.stderr.read()
    assert emulator.process.wait(20) == 1
    assert "Requests that were under way got no answer: /identitytoolkit.googleapis.com/v1/accounts:signUp." in said


@pytest.mark.skipif(not failing_files.library(HANGING), reason="needs Linux and a C compiler")
def test_a_writer_that_hangs_does_not_hold_up_the_end(start, tmp_path):
    hang = tmp_path / "hang"
    emulator = start("--fsync", stderr=subprocess.PIPE, prefix=[
        "env", f"LD_PRELOAD={failing_files.library(HANGING)[1]}", f"HANG={hang}"])
    user = emulator.client("accounts:signUp", {})["localId"]
    hang.touch()
    with pytest.raises(requests.ReadTimeout):
        requests.post(f"{emulator.url}/v1/accounts:signUp?key=k", json={}, timeout=1)
    begin = time.monotonic()
    emulator.process.terminate()
    said = emulator.process.stderr.read()
    assert emulator.process.wait(20) == 1
    assert 5 < time.monotonic() - begin < 15
    assert "Stopping took too long, so the process ended." in said
    assert "rites that were under way were not finished. What was answered is stored." in said
    assert len(start().stored([user])) == 1


def test_sighup_is_left_to_nohup(start):
    emulator = start(prefix=["nohup"])
    emulator.process.send_signal(signal.SIGHUP)
    assert emulator.control("GET", "health")["status"] == "ready"


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
@pytest.mark.parametrize("version,is_spoken", [
    (ssl.TLSVersion.TLSv1, False), (ssl.TLSVersion.TLSv1_1, False),
    (ssl.TLSVersion.TLSv1_2, True), (ssl.TLSVersion.TLSv1_3, True)])
def test_tls_is_spoken_from_1_2(start, version, is_spoken):
    emulator = start("--tls-port", "0")
    context = ssl.create_default_context(cafile=emulator.ready["caFile"])
    # Without this the client itself refuses old versions.
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = version
    with socket.create_connection(address(emulator.ready["tlsUrl"]), 60) as plain:
        if is_spoken:
            with context.wrap_socket(plain, server_hostname="localhost") as stream:
                stream.sendall(b"GET / HTTP/1.0\r\n\r\n")
                assert stream.recv(12) == b"HTTP/1.1 200"
        else:
            with pytest.raises(ssl.SSLError):
                context.wrap_socket(plain, server_hostname="localhost")


def test_control_characters_are_escaped_in_the_log(start, tmp_path):
    for log_format in ["text", "json"]:
        with open(tmp_path / log_format, "wb+") as log:
            emulator = start("--log-format", log_format, stderr=log)
            with socket.create_connection(address(emulator.url), 60) as client:
                client.sendall(b"G\x1b[2J\x1b]0;x\x07\x7f /\xc2\x9b HTTP/1.0\r\nHost: a\r\n\r\n")
                assert client.recv(8) == b"HTTP/1.1"
            emulator.stop()
            log.seek(0)
            line = log.read()
        assert not {*range(32), *range(0x7f, 0xa0)} & {*map(ord, line.decode().replace("\n", ""))}
        assert (b"\\u{1b}" in line) == (log_format == "text")


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="prlimit(2) is Linux's")
def test_a_disk_that_is_full_at_the_end_loses_nothing(start, tmp_path):
    # A write beyond the limit fails as on a full disk if SIGXFSZ is ignored.
    emulator = start(stderr=subprocess.PIPE, prefix=["bash", "-c", """trap '' XFSZ; exec "$@" """, "-"])
    users = [emulator.client("accounts:signUp", {})["localId"] for _ in range(20)]
    resource.prlimit(emulator.process.pid, resource.RLIMIT_FSIZE, (65536, 65536))
    emulator.process.terminate()
    said = emulator.process.stderr.read()
    assert emulator.process.wait(20) == 0
    assert "Nothing is lost" in said
    assert {user["localId"] for user in start().stored(users)} == set(users)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs Linux's /proc")
def test_memory_of_password_hashes_is_returned(start):
    emulator = start("--quiet")
    text = base64.urlsafe_b64encode(bytes(64)).decode()
    # 16 MB for each hash, with the parameters of Firebase's exports.
    emulator.owner("POST", "v1/projects/demo-project/accounts:batchCreate", {
        "hashAlgorithm": "SCRYPT", "memoryCost": 14, "rounds": 8, "signerKey": text, "saltSeparator": "Bw==",
        "users": [{"localId": f"user{number}", "email": f"user{number}@example.com", "passwordHash": text,
                   "salt": text} for number in range(16)]})

    def sign_in(number):
        return emulator.client(
            "accounts:signInWithPassword", {"email": f"user{number}@example.com", "password": "wrong1"})

    with concurrent.futures.ThreadPoolExecutor(8) as clients:
        before = soak.memory(emulator.process)
        answers = list(clients.map(sign_in, range(16)))
    assert {answer["error"]["message"] for answer in answers} == {"INVALID_PASSWORD"}
    # Two threads compute hashes.
    assert soak.memory(emulator.process) - before < 2 * 16 * 1024


def test_a_short_soak_returns_its_memory():
    """No time limit here: a release build on an idle machine has one."""
    result = soak.run(
        str(BINARY), seconds=8, burst_size=300, half_sent_count=50, slow_clients=2, pause=1, hash_cost=16384)
    assert result["answers"] > 10
    assert not list(soak.faults({**result, "ending": 0}, latency=30))
