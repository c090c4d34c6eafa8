"""Short rounds of Tests/Torture, and the checks' own test: each planted fault is found."""

import pathlib
import platform
import re
import resource
import shutil
import sqlite3
import sys

import pytest
import requests

from conftest import BINARY, ROOT

sys.path[:0] = [str(ROOT / "Tests/Torture"), str(ROOT / "Tests/Running")]
import checks  # noqa: E402
import failing_files  # noqa: E402
import fuzz_requests  # noqa: E402
import kills  # noqa: E402
import mutant_list  # noqa: E402
import mutated_code  # noqa: E402
import mutations  # noqa: E402
import torture  # noqa: E402

pytestmark = pytest.mark.new_file
failing = pytest.mark.skipif(not failing_files.library(), reason="needs Linux and a C compiler")
# The optimizer removes functions of the other one.
DEBUG = ROOT / ".build/debug/auth-emulator"
USERS = "v1/projects/demo-p/accounts"


@pytest.mark.parametrize("kind", ["kill", "disk", "files"])
def test_a_short_round(tmp_path, kind):
    if kind == "disk" and not torture.can_mount() or kind == "files" and not failing_files.library():
        kind = "stop"
    _, counts, faults, _ = torture.run_round(BINARY, 1, 1, 0.7, tmp_path / "round", kind)
    assert not faults
    assert counts["acknowledged"]


@pytest.mark.skipif(
    platform.system() != "Linux" or not DEBUG.exists(), reason="needs a debug build on Linux")
def test_each_mutation_names_a_function_of_the_program():
    for mutation in mutant_list.MUTATIONS:
        for change in mutation.changes:
            if hasattr(change, "function"):
                mutated_code.place(str(DEBUG), change.function)


def test_each_mutation_names_a_test():
    for mutation in mutant_list.MUTATIONS:
        if ".py::" in mutation.check:
            file, _, name = mutation.check.partition("::")
            wanted, texts = f"def {name.partition('[')[0]}[(]", [ROOT / "Tests/Clients" / file]
        elif mutation.check.startswith("Tests/") or "/" not in mutation.check:
            continue
        else:
            target, _, name = mutation.check.partition("/")
            wanted, texts = f"func `[^`]*{name}", (ROOT / "Tests" / target).rglob("*.swift")
        assert any(re.search(wanted, text.read_text()) for text in texts), mutation.check


@failing
def test_a_snapshot_with_a_failing_sync_leaves_the_earlier_one(start, tmp_path):
    files = failing_files.FailingFiles(tmp_path, "-snapshots")
    emulator = start("--quiet", prefix=files.prefix)
    emulator.owner("POST", USERS, {"localId": "earlier"})
    emulator.control("POST", "snapshots", {"name": "a", "project": "demo-p"})
    emulator.owner("POST", USERS, {"localId": "later"})
    failed = 0
    # The n-th sync is of the copy, then of the folder.
    for successes in range(8):
        files.begin(failing_files.SYNC, 1 << 30, first=successes)
        answer = emulator.send("POST", "emulator/v1/snapshots", {"name": "a", "project": "demo-p"})
        files.end()
        if answer.status_code == 200:
            break
        assert answer.status_code == 503, answer.text
        failed += 1
        emulator.control("POST", "snapshots/a:restore", {})
        found = emulator.owner("POST", f"{USERS}:lookup", {"localId": ["earlier", "later"]})["users"]
        assert [user["localId"] for user in found] == ["earlier"], f"after {successes} syncs"
        emulator.owner("POST", USERS, {"localId": "later"})
    assert failed >= 2 and answer.status_code == 200


@failing
@pytest.mark.parametrize("method, path, body", [
    ("POST", f"identitytoolkit.googleapis.com/{USERS}", {"localId": "new"}),
    ("POST", f"identitytoolkit.googleapis.com/{USERS}:delete", {"localId": "present"}),
    ("POST", "emulator/v1/snapshots/project:restore", {}),
    ("POST", "emulator/v1/snapshots/all:restore", {}),
    ("POST", "emulator/v1/reset", {"to": "empty"})])
def test_a_change_whose_sync_fails_is_not_stored(start, tmp_path, method, path, body):
    """The file system refuses the sync of a commit whose bytes it has already accepted."""
    files = failing_files.FailingFiles(tmp_path, "state.sqlite-wal")
    emulator = start("--quiet", "--fsync", prefix=files.prefix)
    emulator.owner("POST", USERS, {"localId": "earlier"})
    emulator.control("POST", "snapshots", {"name": "project", "project": "demo-p"})
    emulator.control("POST", "snapshots", {"name": "all"})
    emulator.owner("POST", USERS, {"localId": "present"})
    files.begin(failing_files.SYNC, 0)
    answer = emulator.send(method, path, body)
    assert answer.status_code == 503, answer.text
    emulator.kill()
    found = start("--quiet").owner("GET", f"{USERS}:batchGet")["users"]
    assert [user["localId"] for user in found] == ["earlier", "present"]


@failing
def test_a_change_for_which_the_index_of_the_log_cannot_grow_is_not_stored(start, tmp_path):
    """The index grows after the commit's bytes are in the log, and a reader keeps the log from restarting."""
    files = failing_files.FailingFiles(tmp_path, "state.sqlite-shm")
    emulator = start("--quiet", prefix=files.prefix)
    emulator.owner("POST", USERS, {"localId": "earlier"})
    reader = sqlite3.connect(tmp_path / "state.sqlite", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM users").fetchone()
    files.begin(failing_files.WRITE, 0)
    session = requests.Session()
    for number in range(10_000):
        answer = session.post(
            f"{emulator.url}/identitytoolkit.googleapis.com/{USERS}", json={"localId": f"u{number}"},
            headers={"Authorization": "Bearer owner"}, timeout=60)
        if answer.status_code != 200:
            break
    assert answer.status_code == 503, answer.text
    emulator.kill()
    # The reader would empty the log when it closes, by the index that ends before the commit.
    for suffix in ("", "-wal"):
        shutil.copy(tmp_path / f"state.sqlite{suffix}", tmp_path / f"copy.sqlite{suffix}")
    reader.close()
    found = start("--quiet", data="copy.sqlite").owner(
        "POST", f"{USERS}:lookup", {"localId": [f"u{number - 1}", f"u{number}"]})["users"]
    assert [user["localId"] for user in found] == [f"u{number - 1}"]


def test_a_file_that_grows_old(tmp_path):
    counts, faults = kills.run_file(BINARY, 1, 1, tmp_path / "file", rounds=4, whole=3)
    assert not faults
    assert counts["rounds"] == 4 and counts["whole"] == 2
    assert counts["acknowledged"] >= 4 * kills.LEAST


def test_what_a_round_found_is_expected_in_the_next(tmp_path, monkeypatch):
    """A user that is lost between two rounds is a fault of the second."""
    compare, compared = checks.compare, []

    def compare_and_lose(emulator, data, *more):
        result = compare(emulator, data, *more)
        compared.append(result[0])
        with sqlite3.connect(data, timeout=120) as database:
            # With the user's rows in other tables, which would be a fault of this round.
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("DELETE FROM users WHERE id = (SELECT max(id) FROM users WHERE uid LIKE 'c%n%')")
        database.close()
        return result

    monkeypatch.setattr(checks, "compare", compare_and_lose)
    _, faults = kills.run_file(BINARY, 1, 1, tmp_path / "file", rounds=6, whole=10)
    assert faults
    # A round may delete the lost user by itself.
    assert not compared[0] and any(compared[1:])


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """The data file after changes of each kind, and the client with the model."""
    folder = tmp_path_factory.mktemp("ended") / "round"
    client, faults = torture.run_in_order(BINARY, folder)
    assert not faults
    return folder / "data" / "state.sqlite", client


def with_an_index_that_disagrees(database):
    """Changes a number while the schema does not list the index of numbers."""
    (row,) = database.execute(
        "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema "
        "WHERE name = 'users_phone_number'").fetchall()
    database.execute("PRAGMA writable_schema = ON")
    database.execute("DELETE FROM sqlite_schema WHERE name = 'users_phone_number'")
    database.execute("PRAGMA writable_schema = RESET")
    database.execute(
        "UPDATE users SET phone_number = '+15559999999' "
        "WHERE id = (SELECT max(id) FROM users WHERE phone_number IS NOT NULL)")
    database.execute("PRAGMA writable_schema = ON")
    database.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", row)
    database.execute("PRAGMA writable_schema = RESET")


def sql(text):
    return lambda database: database.execute(text)


# Each fault with the table that must have rows for it.
PLANTS = {
    "nothing": (None, None),
    "no user": (
        sql("DELETE FROM users WHERE id = (SELECT max(id) FROM users WHERE uid LIKE 'c%n%')"), "users"),
    "no identity": (
        sql("DELETE FROM identities WHERE user_id = (SELECT max(user_id) FROM identities)"), "identities"),
    "another name": (
        sql("UPDATE users SET display_name = 'planted' WHERE id = (SELECT max(id) FROM users)"), "users"),
    "an index that disagrees": (with_an_index_that_disagrees, "users"),
    "no second factor": (
        sql("DELETE FROM second_factors WHERE id = (SELECT max(id) FROM second_factors)"), "second_factors"),
    "no passkey": (
        sql("DELETE FROM passkeys WHERE credential_id = (SELECT max(credential_id) FROM passkeys)"),
        "passkeys"),
    "sessions that a change had ended": (
        sql("UPDATE users SET valid_since = 0, sessions_ended_at = NULL, password_updated_at = 1"),
        "users WHERE sessions_ended_at IS NOT NULL"),
    "an unused code": (sql("UPDATE oob_codes SET used_at = NULL"), "oob_codes WHERE used_at IS NOT NULL"),
    "no tenant": (sql("DELETE FROM tenants WHERE id = (SELECT max(id) FROM tenants)"), "tenants")}


@pytest.mark.parametrize(("plant", "rows"), PLANTS.values(), ids=PLANTS)
def test_the_checks_find_a_planted_fault(ended, tmp_path, plant, rows):
    data, client = ended
    folder = tmp_path / "copy"
    shutil.copytree(data.parent, folder)
    if plant:
        database = sqlite3.connect(folder / data.name, isolation_level=None)
        assert database.execute(f"SELECT count(*) FROM {rows}").fetchone() > (0,)
        plant(database)
        database.close()
    faults = checks.check(BINARY, folder / data.name, [client])
    assert bool(faults) == bool(plant), faults
    if plant is with_an_index_that_disagrees:
        assert any("integrity_check" in fault for fault in faults), faults


def test_a_change_stored_in_part_is_found():
    space = checks.model.Space("p")
    values = {uid: checks.model.user(uid) for uid in ("a", "b")}
    space.pending.append(values)
    assert checks.model.settle(space, values) == (values, [])
    assert checks.model.settle(space, {}) == ({}, [])
    assert checks.model.settle(space, {"a": values["a"]})[1]


def test_a_round_is_planned_from_the_seed():
    plans = [torture.planned(7, number, 1.5) for number in range(1, 11)]
    assert plans == [torture.planned(7, number, 1.5) for number in range(1, 11)]
    assert len({plan.clients for plan in plans}) > 1


def test_mutations_are_made_from_the_seed():
    requests_sent = fuzz_requests.corpus()
    assert len(requests_sent) > 100
    made = [
        mutations.encoded(mutations.mutate(one, requests_sent, chance), chance)
        for chance in [torture.random.Random(5), torture.random.Random(5)]
        for one in requests_sent]
    half = len(made) // 2
    assert made[:half] == made[half:]


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="prlimit is Linux's")
def test_a_limit_of_the_file_size_is_an_error_of_the_call(emulator):
    largest = max(one.stat().st_size for one in pathlib.Path(emulator.folder).iterdir())
    torture.set_file_limit(emulator.process.pid, largest // 2)
    assert emulator.send("POST", "v1/accounts:signUp?key=k", {}).status_code == 503


def attempted(data, files, *flags):
    """Starts on a file, and ends what is ready; returns if it was, the exit code, and what was printed."""
    with (data.parent / "log").open("w+") as log:
        emulator = checks.RunningEmulator(
            BINARY, data, "--quiet", *flags, waits=False, stderr=log, prefix=files.prefix)
        is_ready = bool(emulator.process.stdout.readline())
        if is_ready:
            emulator.process.terminate()
        code = emulator.process.wait(60)
        log.seek(0)
        return is_ready, code, log.read()


@failing
def test_a_start_whose_files_fail_says_so_and_leaves_a_sound_file(tmp_path):
    """The n-th write, sync, open, truncation or rename fails, of a start on a new and on a present file."""
    ended = set()
    for number in range(40):
        data = tmp_path / f"state{number % 2}.sqlite"
        files = failing_files.FailingFiles(tmp_path, data.name)
        files.begin(failing_files.ALL, every=10_000, first=number // 2)
        is_ready, code, printed = attempted(data, files)
        # A failure after the start is of a change or of the end: both have their messages.
        assert is_ready or code == 1 and data.name in printed, (number, code)
        ended.add(is_ready)
        assert list(checks.integrity(data)) == [], number
    assert ended == {True, False}
    files.end()
    for number in range(2):
        checks.RunningEmulator(BINARY, tmp_path / f"state{number}.sqlite", "--quiet").stop()


@failing
def test_a_recovery_whose_renames_fail_leaves_a_file_at_its_name(tmp_path):
    """The n-th rename or removal fails: the start ends and leaves the damaged file, or has a new one."""
    data = tmp_path / "state.sqlite"
    checks.RunningEmulator(BINARY, data, "--quiet").stop()
    damaged = bytearray(data.read_bytes())
    damaged[-8192:-4096] = bytes([0xA5]) * 4096
    ended = set()
    for number in range(8):
        for file in tmp_path.glob("state.sqlite*"):
            file.unlink()
        data.write_bytes(damaged)
        files = failing_files.FailingFiles(tmp_path, data.name)
        files.begin(failing_files.RENAME, every=10_000, first=number)
        is_ready, _, printed = attempted(data, files, "--recover")
        assert is_ready or data.name in printed, number
        if is_ready:
            assert list(checks.integrity(data)) == [], number
        else:
            assert data.read_bytes() == bytes(damaged), number
        ended.add(is_ready)
    assert ended == {True, False}
