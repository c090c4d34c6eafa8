"""Short rounds of Tests/Torture, and the checks' own test: each planted fault is found."""

import pathlib
import resource
import shutil
import sqlite3
import sys

import pytest
import requests

from conftest import BINARY, ROOT

sys.path[:0] = [str(ROOT / "Tests/Torture"), str(ROOT / "Tests/Running")]
import checks  # noqa: E402
import fuzz_requests  # noqa: E402
import mutations  # noqa: E402
import torture  # noqa: E402

pytestmark = pytest.mark.new_file


@pytest.mark.parametrize("kind", ["kill", "disk"])
def test_a_short_round(tmp_path, kind):
    if kind == "disk" and not torture.can_mount():
        kind = "stop"
    _, counts, faults, _ = torture.run_round(BINARY, 1, 1, 0.7, tmp_path / "round", kind)
    assert not faults
    assert counts["acknowledged"]


@pytest.fixture(scope="module")
def ended_round(tmp_path_factory):
    """The data file of a round that ended with SIGTERM, and the spaces that the model expects."""
    folder = tmp_path_factory.mktemp("ended") / "round"
    _, _, faults, spaces = torture.run_round(BINARY, 2, 1, 1.5, folder, "term")
    assert not faults
    return folder / "data" / "state.sqlite", spaces


def without_a_user(database):
    database.execute(
        "DELETE FROM users WHERE id = (SELECT max(id) FROM users WHERE uid LIKE 'c%n%')")


def without_an_identity(database):
    database.execute("DELETE FROM identities WHERE user_id = (SELECT max(user_id) FROM identities)")


def with_another_name(database):
    database.execute("UPDATE users SET display_name = 'planted' WHERE id = (SELECT max(id) FROM users)")


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


@pytest.mark.parametrize("plant", [
    None, without_a_user, without_an_identity, with_another_name, with_an_index_that_disagrees])
def test_the_checks_find_a_planted_fault(ended_round, tmp_path, plant):
    data, spaces = ended_round
    folder = tmp_path / "copy"
    shutil.copytree(data.parent, folder)
    if plant:
        database = sqlite3.connect(folder / data.name, isolation_level=None)
        plant(database)
        database.close()
    faults = checks.check(BINARY, folder / data.name, spaces)
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
def test_a_limit_of_the_file_size_is_an_error_of_the_call(start):
    emulator = start()
    largest = max(one.stat().st_size for one in pathlib.Path(emulator.folder).iterdir())
    torture.set_file_limit(emulator.process.pid, largest // 2)
    answer = requests.post(
        f"{emulator.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k", json={}, timeout=20)
    assert answer.status_code == 503
