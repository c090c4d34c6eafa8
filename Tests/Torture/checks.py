"""Compares a data file with the state that acknowledged requests promise."""

import concurrent.futures
import http.client
import json
import os
import sqlite3
import sys
import types

import model
import traffic

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "Running"))
from emulator import RunningEmulator  # noqa: E402

BACKEND = "/identitytoolkit.googleapis.com/v1"
PAGE = 37
# Projects and tenants that are compared at a time.
WORKERS = 8


def check(binary, data, clients, flags=()):
    """Starts the emulator on the data file and returns a sentence for each fault.

    clients are those of traffic.py, after their last request.
    """
    try:
        emulator = RunningEmulator(binary, data, "--quiet", *flags)
    except AssertionError as error:
        return [f"It does not start again: {error}", *integrity(data)]
    faults, _ = compare(emulator, data, clients)
    try:
        emulator.stop()
    except AssertionError:
        faults.append("It does not end with 0 after the checks.")
    return faults + list(integrity(data))


def compare(emulator, data, clients, chance=None):
    """Compares the data of a running emulator; returns a sentence for each fault, and what was found.

    Snapshots are restored and codes are used. With chance, a random.Random, the keys and snapshots that an
    earlier comparison has seen (see Space.resume) are compared again by chance; without it all of them are.
    """
    spaces = model.merged(space for client in clients for space in client.spaces)
    # The users of each project and tenant, and of each restored snapshot, and the ids of the tenants.
    faults, found = [], types.SimpleNamespace(pages={}, snapshots={}, tenants=set())
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        def each(check, values):
            for part in pool.map(lambda value: list(check(value)), values):
                faults.extend(part)

        try:
            # A call that names a tenant creates it: this comes first.
            faults += check_tenants(emulator, clients, found)
            each(lambda space: check_space(emulator, space, found, chance), spaces)
            # The next checks change the data: the scan of the file comes before.
            faults += scan(data, found.pages)
            each(lambda client: client.sessions.check(emulator), clients)
            each(lambda space: check_snapshots(emulator, space, found, chance), spaces)
        except (AssertionError, OSError, KeyError, ValueError, http.client.HTTPException) as error:
            faults.append(f"A check was not answered: {error!r}"[:400])
    return faults, found


def some(values, chance, count):
    """Returns so many of the values; all of them without a chance."""
    return values if chance is None else chance.sample(values, min(count, len(values)))


def all_pages(emulator, space, size=PAGE):
    """Returns the users of every page of `accounts:batchGet`."""
    users, token = [], ""
    while True:
        answer = emulator.call(
            "GET", f"{BACKEND}/{space.path}/accounts:batchGet?maxResults={size}"
            f"&nextPageToken={token}", headers=traffic.OWNER)
        users += map(model.from_api, answer.get("users", []))
        token = answer.get("nextPageToken")
        if not token:
            return users


def queried(emulator, space):
    """Returns the users of `accounts:query`, with the highest limit that it accepts."""
    users, limit = {}, 500
    while True:
        answer = emulator.call(
            "POST", f"{BACKEND}/{space.path}/accounts:query",
            {"limit": str(limit), "offset": str(len(users))}, traffic.OWNER)
        part = [model.from_api(one) for one in answer.get("userInfo", [])]
        users.update((one["uid"], one) for one in part)
        if len(part) < limit:
            return users


def check_space(emulator, space, found_data, chance):
    """Yields the faults of one project or tenant, and records its pages."""
    listed = all_pages(emulator, space, chance.choice((PAGE, 1000)) if chance else PAGE)
    found = {one["uid"]: one for one in listed}
    found_data.pages[space.project, space.tenant] = found
    if len(found) != len(listed):
        yield f"{space.path}: the pages have a user twice."
    expected, faults = model.settle(space, found)
    yield from faults
    yield from differences(space.path, expected, found)
    yield from differences(f"{space.path} in accounts:query", found, queried(emulator, space))
    if space.tenant is None:
        yield from differences(f"{space.path} in the export", found, exported(emulator, space))
    yield from check_keys(emulator, space, found, chance)


def differences(place, expected, found):
    for uid in sorted(expected.keys() | found.keys()):
        if expected.get(uid) != found.get(uid):
            yield f"{place}: {uid} is {found.get(uid)}, expected {expected.get(uid)}"


def exported(emulator, space):
    _, text = emulator.exchange("GET", f"/emulator/v1/export?format=ndjson&project={space.project}")
    documents = map(json.loads, text.splitlines())
    return {
        one["localId"]: model.from_export(one) for one in documents
        if "localId" in one and not one.get("tenantId")}


def check_keys(emulator, space, found, chance):
    """Looks up keys: one of a user finds this user, and one that was given up finds none."""
    owners = {}
    for one in found.values():
        for key in model.keys(one):
            if key in owners:
                yield f"{space.path}: {key} belongs to {owners[key]} and {one['uid']}"
            owners[key] = one["uid"]
    by_kind = {}
    seen = (space.old_keys | owners.keys()) - space.used_keys
    for kind, text in sorted(space.used_keys | set(some(list(seen), chance, 20)), key=str):
        by_kind.setdefault(kind, []).append(text)
    for kind, texts in by_kind.items():
        for first in range(0, len(texts), 50):
            part = texts[first:first + 50]
            values = part if kind != "federatedUserId" else [
                {"providerId": provider, "rawId": rawid} for provider, rawid in part]
            answer = emulator.call(
                "POST", f"{BACKEND}/{space.path}/accounts:lookup", {kind: values}, traffic.OWNER)
            got = sorted(one["localId"] for one in answer.get("users", []))
            wanted = sorted({owners[kind, text] for text in part if (kind, text) in owners})
            if got != wanted:
                wrong = sorted(set(got) ^ set(wanted)) or got
                yield f"{space.path}: {kind} finds other users than it belongs to: {wrong}"


def check_tenants(emulator, clients, found):
    """Yields the deleted tenants that exist, and the others that do not."""
    answer = emulator.call(
        "GET", f"/identitytoolkit.googleapis.com/v2/projects/{traffic.SHARED}/tenants?pageSize=1000",
        headers=traffic.OWNER)
    found.tenants = listed = {one["tenantId"] for one in answer.get("tenants", [])}
    for client in clients:
        yield from (f"tenant {one} is deleted and there" for one in client.deleted_tenants if one in listed)
        if client.tenant and client.tenant.tenant not in listed and not client.may_lack_tenant:
            yield f"tenant {client.tenant.tenant} is not there"


def check_snapshots(emulator, space, found, chance):
    """Restores snapshots; a name whose request had no response may hold either state."""
    pending = dict([space.pending_snapshot] if space.pending_snapshot else [])
    seen = space.old_snapshots - pending.keys()
    names = (space.snapshots.keys() | pending.keys()) - seen | set(some(sorted(seen), chance, 1))
    for name in sorted(names):
        states = [one[name] for one in (space.snapshots, pending) if name in one]
        if name not in space.snapshots or pending.get(name, 0) is None:
            listed = [one["name"] for one in emulator.call("GET", "/emulator/v1/snapshots")["snapshots"]]
            if name not in listed:
                continue
        emulator.call("POST", f"/emulator/v1/snapshots/{name}:restore", {})
        users = {one["uid"]: one for one in all_pages(emulator, space, 1000 if chance else PAGE)}
        found.pages[space.project, space.tenant] = found.snapshots[name] = users
        if users not in states:
            yield from differences(f"{space.path} restored from {name}", states[0], users)


def scan(data, pages):
    """Compares the pages with a scan of the tables without their indexes."""
    with sqlite3.connect(f"file:{data}?mode=ro", uri=True) as database:
        sets = database.execute(
            "SELECT account_sets.id, projects.name, tenants.name FROM account_sets "
            "JOIN projects ON projects.id = account_sets.project_id "
            "LEFT JOIN tenants ON tenants.id = account_sets.tenant_id").fetchall()
        for number, project, tenant in sets:
            if (project, tenant) not in pages:
                continue
            rows = database.execute(
                "SELECT id, uid, email, phone_number, display_name, custom_attributes "
                "FROM users NOT INDEXED WHERE set_id = ?", (number,)).fetchall()
            links, factors, passkeys = (
                rows_of_users(database, number, *columns) for columns in (
                    ("identities", "provider_id", "raw_id"),
                    ("second_factors", "enrollment_id", "phone_number"),
                    ("passkeys", "credential_id", "name")))
            scanned = {
                uid: model.user(
                    uid, email, phone, name, text and json.loads(text).get("version"),
                    links.get(owner), factors.get(owner), passkeys.get(owner, ()))
                for owner, uid, email, phone, name, text in rows}
            yield from differences(f"{project}/{tenant or ''} as scanned", pages[project, tenant], scanned)
    database.close()


def rows_of_users(database, number, table, key, value):
    """Returns two columns of a table, by the number of the user."""
    found = {}
    for owner, first, second in database.execute(
            f"SELECT user_id, {key}, {value} FROM {table} NOT INDEXED "
            "WHERE user_id IN (SELECT id FROM users NOT INDEXED WHERE set_id = ?)", (number,)):
        found.setdefault(owner, {})[first] = second
    return found


def integrity(data, mode="rwc"):
    """Yields the faults that SQLite finds in the file; a file in use is read with the mode ro."""
    database = sqlite3.connect(f"file:{data}?mode={mode}", uri=True)
    try:
        for (line,) in database.execute("PRAGMA integrity_check"):
            if line != "ok":
                yield f"integrity_check: {line}"
        for row in database.execute("PRAGMA foreign_key_check"):
            yield f"foreign_key_check: {row}"
    except sqlite3.DatabaseError as error:
        yield f"integrity_check: {error}"
    finally:
        database.close()
