"""The state that acknowledged requests promise, and the changes that were under way at the end."""

import copy
import json

UNNAMED = "?"


def user(uid, email=None, phone=None, name=None, version=None, links=None, factors=None, passkeys=()):
    """Returns a user in the form in which the model and the checks compare users.

    factors is a dictionary from the id of a second factor to its number.
    """
    return {
        "uid": uid, "email": email, "phone": phone, "name": name, "version": version,
        "links": dict(links or {}), "factors": dict(factors or {}), "passkeys": sorted(passkeys)}


def from_api(document):
    """Returns the user of a document of `accounts:batchGet`, `accounts:query` or `accounts:lookup`."""
    return _from(document, "customAttributes", "providerUserInfo", "mfaInfo", "phoneInfo", "passkeyInfo")


def from_export(document):
    """Returns the user of a line of an export with format=ndjson."""
    return _from(document, "customClaims", "providers", "mfa", "phone", "passkeys")


def _from(document, claims, links, factors, phone, passkeys):
    """Returns the user of a document, by its names of what users have."""
    attributes = document.get(claims) or {}
    if isinstance(attributes, str):
        attributes = json.loads(attributes)
    return user(
        document["localId"], document.get("email"), document.get("phoneNumber"), document.get("displayName"),
        attributes.get("version"),
        {link["providerId"]: link["rawId"] for link in document.get(links, [])
         if links == "providers" or link["providerId"] not in ("password", "phone")},
        {one["mfaEnrollmentId"]: one[phone] for one in document.get(factors, [])},
        [one["credentialId"] for one in document.get(passkeys, [])])


def to_api(value):
    """Returns the document of a user for `accounts:batchCreate`."""
    claims = _claims(value)
    return _to(
        value, customAttributes=claims and json.dumps(claims), providerUserInfo=_links(value),
        mfaInfo=factors(value))


def factors(value):
    """Returns the second factors of a user as the backend writes them."""
    return [{"mfaEnrollmentId": name, "phoneInfo": phone} for name, phone in value["factors"].items()]


def to_export(value):
    """Returns the document of a user for an import with format=ndjson."""
    return _to(
        value, customClaims=_claims(value), providers=_links(value),
        mfa=[{"mfaEnrollmentId": name, "phone": phone} for name, phone in value["factors"].items()],
        passkeys=[{"credentialId": one} for one in value["passkeys"]])


def _to(value, **more):
    """Returns the document of a user with the members that have a value."""
    members = {"email": value["email"], "phoneNumber": value["phone"], "displayName": value["name"], **more}
    return {"localId": value["uid"], **{name: one for name, one in members.items() if one not in (None, [])}}


def _claims(value):
    return None if value["version"] is None else {"version": value["version"]}


def _links(value):
    return [{"providerId": provider, "rawId": raw} for provider, raw in value["links"].items()]


def keys(value):
    """Returns each lookup key of a user as a pair of kind and text."""
    yield "localId", value["uid"]
    if value["email"]:
        yield "email", value["email"]
    if value["phone"]:
        yield "phoneNumber", value["phone"]
    for provider, raw in value["links"].items():
        yield "federatedUserId", (provider, raw)


class Space:
    """The users of a project or tenant that one client changes.

    A change is a dictionary from a uid to the new user, or to None. `pending` lists the atomic changes of
    a request without a response. Each of them is stored completely or not at all.
    """

    def __init__(self, project, tenant=None):
        self.project, self.tenant = project, tenant
        self.users, self.pending = {}, []
        self.snapshots, self.pending_snapshot = {}, None
        self.used_keys = set()
        # Keys and names of snapshots that earlier checks have seen.
        self.old_keys, self.old_snapshots = set(), set()

    @property
    def path(self):
        tenant = f"/tenants/{self.tenant}" if self.tenant else ""
        return f"projects/{self.project}{tenant}"

    def note(self, change):
        """Records the keys of a change, so that the checks look for keys that must find no user."""
        for value in change.values():
            if value:
                self.used_keys.update(key for key in keys(value) if not str(key[1]).startswith(UNNAMED))

    def apply(self, change):
        for uid, value in change.items():
            if value is None:
                self.users.pop(uid, None)
            else:
                self.users[uid] = value

    def change_to(self, users):
        """Returns the change that replaces the present users."""
        change = {uid: None for uid in self.users}
        change.update(copy.deepcopy(users))
        return change

    def resume(self, users, snapshots):
        """Continues with users and snapshots that were checked."""
        self.users, self.pending = dict(users), []
        names = self.snapshots.keys() | ({self.pending_snapshot[0]} if self.pending_snapshot else set())
        self.snapshots |= {name: snapshots[name] for name in names if name in snapshots}
        self.pending_snapshot = None
        self.old_snapshots = set(self.snapshots)
        self.old_keys |= self.used_keys
        self.used_keys = set()


def merged(spaces):
    """Returns one space for each project and tenant, of the spaces of all clients."""
    result = {}
    for space in spaces:
        whole = result.setdefault(space.path, Space(space.project, space.tenant))
        whole.users.update(space.users)
        whole.pending += space.pending
        whole.snapshots.update(space.snapshots)
        whole.used_keys |= space.used_keys
        whole.old_keys |= space.old_keys
        whole.old_snapshots |= space.old_snapshots
        if space.pending_snapshot:
            whole.pending_snapshot = space.pending_snapshot
    return list(result.values())


def settle(space, found):
    """Decides for each pending change if it was stored.

    found is a dictionary from uid to user. Returns the users that the model expects then, and a sentence
    for each change that was stored in part.
    """
    expected, faults = dict(space.users), []
    for change in space.pending:
        named = _with_names(change, found)
        after = all(found.get(uid) == value for uid, value in named.items())
        before = all(found.get(uid) == expected.get(uid) for uid in named)
        if not after and not before:
            faults.append(f"{space.path}: an unacknowledged change is stored in part: {change}")
        if after or not before:
            for uid, value in named.items():
                if value is None:
                    expected.pop(uid, None)
                else:
                    expected[uid] = value
    return expected, faults


def _with_names(change, found):
    """Replaces the name of a user whose uid the server chose, by the address or identity."""
    result = {}
    for uid, value in change.items():
        if uid.startswith(UNNAMED):
            own = set(list(keys(value))[1:])
            uid = next((one["uid"] for one in found.values() if own & set(keys(one))), uid)
            value = {**value, "uid": uid}
        result[uid] = value
    return result
