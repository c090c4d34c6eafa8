"""Answered changes are stored after the process was killed, and what a response used is used up."""

import errno
import sys
import threading

import pytest
import requests

from conftest import ROOT

sys.path[:0] = [str(ROOT / "Tests/Torture")]
import failing_files  # noqa: E402

pytestmark = pytest.mark.new_file


def kill_amid(emulator, enough, work, arguments):
    """Runs the work in a thread for each argument, kills the emulator once it is enough, and starts it again."""
    workers = [threading.Thread(target=work, args=(one,)) for one in arguments]
    for worker in workers:
        worker.start()
    assert enough.wait(60), "too few responses in a minute"
    emulator.kill()
    for worker in workers:
        worker.join(30)
    emulator.start()


def test_every_acknowledged_sign_up_survives_kill_9(emulator):
    acknowledged, lock = [], threading.Lock()
    enough = threading.Event()

    def sign_up(worker):
        session = requests.Session()
        for number in range(100_000):
            try:
                answer = session.post(f"{emulator.url}/v1/accounts:signUp?key=k", timeout=120, json={
                    "email": f"w{worker}n{number}@example.com", "password": "secret1"})
                uid = answer.json()["localId"]
            except requests.RequestException:
                return
            with lock:
                acknowledged.append(uid)
                if len(acknowledged) >= 600:
                    enough.set()

    kill_amid(emulator, enough, sign_up, range(8))
    assert len(acknowledged) >= 600
    for first in range(0, len(acknowledged), 100):
        wanted = acknowledged[first:first + 100]
        assert {user["localId"] for user in emulator.stored(wanted)} == set(wanted)


ANSWERS = "issuers/oidc.corp/answers"
USED = 60


def set_what_is_used(emulator):
    emulator.control("POST", "faults", {
        "match": {"operation": "accounts:signUp"}, "effect": {"status": 418}, "times": USED})
    emulator.control("POST", ANSWERS, {"answers": [{"claims": {"turn": turn}} for turn in range(USED)]})


def use(session, url, kind):
    """Sends a request that uses a fault or a queued answer; returns the status."""
    if kind == "fault":
        return session.post(f"{url}/v1/accounts:signUp?key=k", json={}, timeout=120).status_code
    return session.post(
        f"{url}/issuers/oidc.corp/token", timeout=120,
        data={"grant_type": "client_credentials", "client_id": "c", "client_secret": "s"}).status_code


def test_what_a_response_used_does_not_come_back_after_kill_9(emulator):
    """Kills the emulator while clients use faults and queued answers, after a few of their responses."""
    for kill in range(10):
        set_what_is_used(emulator)
        responses, lock, enough = {"fault": 0, "answer": 0}, threading.Lock(), threading.Event()
        url = emulator.url

        def work(kind):
            with requests.Session() as session:
                while True:
                    try:
                        status = use(session, url, kind)
                    except requests.RequestException:
                        return
                    assert status == (418 if kind == "fault" else 200)
                    with lock:
                        responses[kind] += 1
                        if sum(responses.values()) >= 4 + 2 * kill:
                            enough.set()

        kill_amid(emulator, enough, work, ("fault", "answer") * 2)
        left = sum(fault["remaining"] for fault in emulator.control("GET", "faults")["faults"])
        assert left <= USED - responses["fault"], responses
        assert len(emulator.control("GET", ANSWERS)["answers"]) <= USED - responses["answer"], responses
        emulator.control("DELETE", "faults")
        emulator.control("DELETE", ANSWERS)


@pytest.mark.skipif(not failing_files.library(), reason="needs Linux and a C compiler")
@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_what_cannot_be_used_up_is_a_503_and_is_left(start, tmp_path, error):
    """The write of the log fails, as on a broken or a full disk."""
    files = failing_files.FailingFiles(tmp_path, "state.sqlite-wal")
    emulator = start("--quiet", prefix=files.prefix)
    set_what_is_used(emulator)
    with requests.Session() as session:
        assert use(session, emulator.url, "answer") == 200
        files.begin(failing_files.WRITE, 0, error)
        assert {use(session, emulator.url, kind) for kind in ("fault", "answer") * 3} == {503}
        files.end()
        for _ in range(2):
            assert emulator.control("GET", "faults")["faults"][0]["remaining"] == USED
            assert emulator.control("GET", ANSWERS)["answers"][0] == {"claims": {"turn": 1}}
            # What is left is left in the file as well.
            emulator.kill()
            emulator.start()
        assert use(session, emulator.url, "fault") == 418


def test_a_kill_leaves_whole_snapshots_and_a_whole_file(emulator):
    """Kills the emulator while snapshots are created and restored, at a different moment each time."""
    emulator.control("POST", "seed", {"version": 1, "projects": {"demo-project": {"users": [
        {"localId": f"u{n}", "email": f"u{n}@example.com"} for n in range(3000)]}}})
    emulator.control("POST", "snapshots", {"name": "all"})

    def work(url):
        session = requests.Session()
        while True:
            try:
                session.post(f"{url}/emulator/v1/snapshots", json={"name": "all"}, timeout=120)
                session.post(f"{url}/emulator/v1/snapshots/all:restore", timeout=120)
            except requests.RequestException:
                return

    for attempt in range(6):
        worker = threading.Thread(target=work, args=(emulator.url,))
        worker.start()
        worker.join(0.2 + attempt * 0.017)
        emulator.kill()
        worker.join(30)
        emulator.start()
        listed = emulator.control("GET", "snapshots")["snapshots"]
        assert [(one["name"], one["users"]) for one in listed] == [("all", 3000)]
        emulator.control("POST", "snapshots/all:restore")
        answer = emulator.owner("POST", "v1/projects/demo-project/accounts:query", {"returnUserInfo": False})
        assert answer["recordsCount"] == "3000"


def test_a_snapshot_that_cannot_be_written_is_refused_with_the_reason(emulator):
    emulator.owner("POST", "v1/projects/demo-project/accounts", {"localId": "kept"})
    folder = emulator.folder / "state.sqlite-snapshots"
    folder.write_text("a file in place of the folder")
    answer = emulator.send("POST", "emulator/v1/snapshots", {"name": "one"})
    assert answer.status_code == 503 and str(folder) in answer.text
    folder.unlink()
    emulator.control("POST", "snapshots", {"name": "one"})
