"""Another program on the data file while the emulator serves: it reads, copies, checkpoints and rewrites."""

import shutil
import sqlite3
import subprocess
import threading

import pytest
import requests

pytestmark = pytest.mark.new_file

BACKEND = "v1/projects/demo-project"


@pytest.fixture
def busy(emulator):
    """An emulator in which users are created until the test calls `end`.

    This returns the uids of the acknowledged users and the responses that were no success.
    """
    over, created, refused = threading.Event(), [], []
    enough = threading.Event()

    def create(worker):
        with requests.Session() as session:
            session.headers["Authorization"] = "Bearer owner"
            number = 0
            while not over.is_set():
                number += 1
                uid = f"w{worker}n{number}"
                answer = session.post(
                    f"{emulator.url}/{BACKEND}/accounts",
                    json={"localId": uid, "email": f"{uid}@example.com"}, timeout=60)
                if answer.ok:
                    created.append(uid)
                    if len(created) > 30 and "w0n1" in created:
                        enough.set()
                else:
                    refused.append((answer.status_code, answer.text))

    workers = [threading.Thread(target=create, args=(one,)) for one in range(4)]
    for worker in workers:
        worker.start()
    assert enough.wait(60)

    def end():
        over.set()
        for worker in workers:
            worker.join(60)
        return created, refused

    emulator.end = end
    yield emulator
    end()


def users(file):
    with sqlite3.connect(file) as database:
        found = {uid for (uid,) in database.execute("SELECT uid FROM users")}
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.close()
    return found


def shell(emulator, *statements):
    """Runs the sqlite3 shell, or Python's SQLite where there is none."""
    if program := shutil.which("sqlite3"):
        done = subprocess.run(
            [program, "-cmd", ".timeout 20000", emulator.data, *statements],
            capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout
    database = sqlite3.connect(emulator.data, timeout=120, isolation_level=None)
    try:
        return "".join("|".join(map(str, row)) + "\n" for one in statements for row in database.execute(one))
    finally:
        database.close()


def ended(busy, allowed=()):
    """Ends the changes, of which none had another status, and stops the emulator.

    Returns the uids of the acknowledged users, who are in the file.
    """
    created, refused = busy.end()
    assert {status for status, _ in refused} <= set(allowed), refused[:1]
    busy.stop()
    assert set(created) <= users(busy.data)
    return set(created)


def test_a_program_that_reads(busy):
    counts = [int(shell(busy, "SELECT count(*) FROM users")) for _ in range(20)]
    assert counts == sorted(counts)
    ended(busy)


def test_a_read_that_lasts(busy):
    """The log grows meanwhile, and is emptied afterwards."""
    reader = sqlite3.connect(f"file:{busy.data}?mode=ro", uri=True, isolation_level=None)
    reader.execute("BEGIN")
    first = reader.execute("SELECT count(*) FROM users").fetchone()
    for _ in range(20):
        shell(busy, "SELECT count(*) FROM users")
    assert reader.execute("SELECT count(*) FROM users").fetchone() == first
    busy.end()
    reader.close()
    ended(busy)


def test_a_backup(busy, tmp_path):
    for number in range(3):
        copy = tmp_path / f"copy{number}"
        source, target = sqlite3.connect(busy.data), sqlite3.connect(copy)
        source.backup(target)
        target.close()
        source.close()
        users(copy)
    vacuumed = tmp_path / "vacuumed"
    shell(busy, f"VACUUM INTO '{vacuumed}'")
    found = users(vacuumed)
    assert found <= ended(busy)


@pytest.mark.parametrize("mode", ["PASSIVE", "FULL", "RESTART", "TRUNCATE"])
def test_a_checkpoint(busy, mode):
    for _ in range(5):
        shell(busy, f"PRAGMA wal_checkpoint({mode})")
    # While the lock is held for longer than a second, a change is refused with the reason.
    ended(busy, {503})


@pytest.mark.parametrize("statement", ["VACUUM", "REINDEX", "ANALYZE"])
def test_a_rewritten_file(busy, statement):
    for _ in range(2):
        shell(busy, statement)
    created, _ = busy.end()
    counted = busy.owner("POST", f"{BACKEND}/accounts:query", {"returnUserInfo": False})
    assert int(counted["recordsCount"]) == len(created)
    ended(busy, {503})


def test_a_program_that_writes(busy):
    """A row that another program stores is seen by the busy."""
    shell(busy, "UPDATE users SET display_name = 'changed' WHERE uid = 'w0n1'")
    assert busy.stored(["w0n1"])[0]["displayName"] == "changed"
    ended(busy, {503})


def test_a_lock_that_is_held(busy):
    """Changes are refused with the reason while another program holds the lock, and pass afterwards."""
    other = sqlite3.connect(busy.data, timeout=120, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = busy.send("POST", f"{BACKEND}/accounts", {})
    assert answer.status_code == 503 and "lock" in answer.text
    other.execute("ROLLBACK")
    other.close()
    assert busy.send("POST", f"{BACKEND}/accounts", {"localId": "after"}).ok
    ended(busy, {503})
    assert "after" in users(busy.data)
