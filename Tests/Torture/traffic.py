"""One client of the traffic: it sends requests one after the other and keeps the model of its users."""

import copy
import http.client
import json
import threading
import urllib.parse

import model
import sessions

BACKEND = "/identitytoolkit.googleapis.com/v1"
SHARED = "shared"
OWNER = {"Authorization": "Bearer owner"}
TEMPORARY = 503
# Errors of a key that another user has, which traffic on the shared keys expects.
TAKEN = ("EMAIL_EXISTS", "PHONE_NUMBER_EXISTS", "DUPLICATE_EMAIL", "DUPLICATE_LOCAL_ID",
         "FEDERATED_USER_ID_ALREADY_LINKED", "already")


class Ended(Exception):
    """The connection ended without a response."""


def joined(clients):
    """Waits for the threads of clients; returns the faults that each has found since the last time."""
    faults = []
    for client in clients:
        client.thread.join(30)
        if client.thread.is_alive():
            faults.append(f"Client {client.number} got no response for 30 s.")
        faults += client.faults
        client.faults = []
    return faults


class Client:
    """Sends requests in a separate thread until `over` is set or its connection ends.

    It changes its part of the users of the shared project and its tenant, and all users of its own
    project, of which it also creates and restores snapshots.
    """

    def __init__(self, number, random):
        self.number, self.random = number, random
        self.shared, self.own = model.Space(SHARED), model.Space(f"own-{number}")
        self.tenant, self.deleted_tenants = None, []
        # True if the request that deletes the tenant had no response.
        self.may_lack_tenant = False
        self.sessions = sessions.Sessions(self)
        self.faults, self.counts, self.serial = [], {}, 0

    def connect(self, host):
        self.connection = http.client.HTTPConnection(host, timeout=60)

    def begin(self, host, over):
        """Starts the thread; over is an event."""
        self.connect(host)
        self.over = over
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def resume(self, found, emulator):
        """Takes what the checks found as the acknowledged state, for further traffic."""
        if self.tenant and self.tenant.tenant not in found.tenants:
            self.tenant = None
        self.may_lack_tenant = False
        for space in self.spaces:
            page = found.pages[space.project, space.tenant]
            # The shared project has the users of the other clients too.
            users = model.settle(space, page)[0] if space is self.shared else page
            space.resume(users, found.snapshots)
        self.sessions.resume(emulator)

    @property
    def spaces(self):
        return [self.shared, self.own, *([self.tenant] if self.tenant else [])]

    def operations(self):
        """Returns each kind of change with its weight."""
        return [
            (self.reset, 0.3), (self.clear, 0.3), (self.delete_tenant, 0.3), (self.create_tenant, 1),
            (self.sign_up, 4), (self.sign_in, 3), (self.sign_in_again, 4), (self.create, 4),
            (self.update, 6), (self.link, 4), (self.unlink, 1), (self.claim, 4), (self.delete, 2),
            (self.recreate, 2), (self.batch_create, 2), (self.batch_delete, 2), (self.load, 1),
            (self.factor, 3), (self.sessions.change, 12), (self.snapshot, 1), (self.restore, 1)]

    def each(self, times):
        """Runs each kind of change so many times, and those of sessions in an order in which all apply."""
        self.create(self.own)
        for _ in range(times):
            for change, _ in self.operations():
                change()
            one = self.sessions
            for change in (one.sign_up, one.sign_in, one.refresh, one.end, one.sign_up, one.send_code,
                           one.use_code, one.sign_up, one.send_code):
                change()
            self.load()
        # Restores and deletions may have left no user with an identity.
        self.sign_in()

    def run(self):
        names, weights = zip(*self.operations())
        try:
            # The project must exist before its first snapshot.
            self.create(self.own)
            while not self.over.is_set():
                self.random.choices(names, weights)[0]()
        except Ended:
            pass
        except Exception as error:  # A fault of the test is reported as one, in the round's line.
            self.faults.append(f"client {self.number}: {error!r}")

    def send(self, method, path, body, space=None, changes=(), accepts=(), text=None, owner=True):
        """Sends a request and returns its document, or None if it was refused.

        changes are pending while there is no response, and become part of the model with status 200. A
        refusal is a fault unless it has a text of accepts.
        """
        for change in changes:
            space.note(change)
        try:
            self.connection.request(
                method, path, text or json.dumps(body),
                {"Content-Type": "application/json", **(OWNER if owner else {})})
            answer = self.connection.getresponse()
            status, text = answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            if space:
                space.pending += changes
            raise Ended from error
        if status == 200:
            self.count("acknowledged")
            document = json.loads(text)
            for change in changes:
                space.apply(change)
            return document
        self.count("unavailable" if status == TEMPORARY else "refused")
        if status != TEMPORARY and not any(one in text for one in accepts):
            self.faults.append(f"{method} {path} {body}: {status} {text[:300]}")
        return None

    def count(self, kind):
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def new(self, unnamed=False, bare=False):
        self.serial += 1
        tag = f"c{self.number}n{self.serial}"
        uid = f"{model.UNNAMED}{tag}" if unnamed else tag
        return model.user(
            uid, f"{tag}@example.com", None if bare else f"+1555{self.number:02d}{self.serial:05d}",
            None if bare else f"Name {tag}")

    def any_space(self):
        return self.random.choice(self.spaces)

    def any_user(self, space):
        """Returns a copy of a user, or of a new one if there is none."""
        if not space.users:
            self.create(space)
        if not space.users:
            return None
        return copy.deepcopy(self.random.choice(list(space.users.values())))

    def accounts(self, space, method):
        return f"{BACKEND}/{space.path}/accounts{method}"

    def sign_up(self):
        value = self.new(unnamed=True, bare=True)
        self.named(value, f"{BACKEND}/accounts:signUp?key={SHARED}", {
            "email": value["email"], "password": "secret1", "returnSecureToken": True})

    def sign_in(self):
        """Creates a user by a sign-in at a provider."""
        value = self.new(unnamed=True, bare=True)
        value["links"] = {"google.com": f"g-{value['uid'][1:]}"}
        self.named(value, f"{BACKEND}/accounts:signInWithIdp?key={SHARED}", self.assertion(value))

    def assertion(self, value):
        token = json.dumps({
            "sub": value["links"]["google.com"], "email": value["email"], "email_verified": True})
        return {
            "postBody": urllib.parse.urlencode({"providerId": "google.com", "id_token": token}),
            "requestUri": "http://localhost", "returnSecureToken": True}

    def named(self, value, path, body):
        """Sends a request of which the server chooses the uid."""
        body["targetProjectId"] = SHARED
        self.shared.note({value["uid"]: value})
        try:
            answer = self.send("POST", path, body, self.shared)
        except Ended:
            self.shared.pending.append({value["uid"]: value})
            raise
        if answer:
            value["uid"] = answer["localId"]
            self.shared.note({value["uid"]: value})
            self.shared.apply({value["uid"]: value})

    def sign_in_again(self):
        """Signs in a user of a provider once more, who must be the same."""
        known = [one for one in self.shared.users.values()
                 if str(one["links"].get("google.com")).startswith("g-") and one["email"]]
        if known:
            value = self.random.choice(known)
            answer = self.send(
                "POST", f"{BACKEND}/accounts:signInWithIdp?key={SHARED}",
                {**self.assertion(value), "targetProjectId": SHARED})
            if answer and answer.get("localId") != value["uid"]:
                self.faults.append(f"{value} signs in as {answer.get('localId')}")

    def create(self, space=None):
        space = space or self.any_space()
        self.put(space, self.new())

    def put(self, space, value):
        self.send("POST", self.accounts(space, ""), model.to_api(value), space, [{value["uid"]: value}])

    def update(self):
        space = self.any_space()
        if value := self.any_user(space):
            self.serial += 1
            value["version"] = self.serial
            value["name"] = f"Name {self.serial}"
            if self.random.random() < 0.4:
                value["email"] = f"c{self.number}m{self.serial}@example.com"
            if self.random.random() < 0.4:
                value["phone"] = f"+1556{self.number:02d}{self.serial:05d}"
            self.set(space, value)

    def set(self, space, value, accepts=(), **extra):
        document = model.to_api(value)
        for name in ("providerUserInfo", "mfaInfo"):
            document.pop(name, None)
        return self.send(
            "POST", self.accounts(space, ":update"), {**document, **extra}, space,
            [{value["uid"]: value}], accepts)

    def factor(self):
        """Replaces the second factors of a user who never signs in, half the time of one that has some."""
        space = self.any_space()
        enrolled = [one for one in space.users.values() if one["factors"]]
        value = copy.deepcopy(self.random.choice(enrolled)) if (
            enrolled and self.random.random() < 0.5) else self.any_user(space)
        if value and "google.com" not in value["links"]:
            self.serial += 1
            kept = sorted(value["factors"].items())[-1:]
            value["factors"] = dict(kept) | {
                f"f{self.number}n{self.serial}": f"+1557{self.number:02d}{self.serial:05d}"}
            self.set(space, value, emailVerified=True, mfa={"enrollments": model.factors(value)})

    def link(self):
        space = self.any_space()
        if (value := self.any_user(space)) and "github.com" not in value["links"]:
            self.serial += 1
            raw = f"h-{self.number}-{self.serial}"
            value["links"]["github.com"] = raw
            self.set(space, value, linkProviderUserInfo={"providerId": "github.com", "rawId": raw})

    def unlink(self):
        space = self.any_space()
        if (value := self.any_user(space)) and value["links"].pop("github.com", None):
            self.set(space, value, deleteProvider=["github.com"])

    def claim(self):
        """Requests an address that every client wants, for one of its users of the shared project."""
        mine = [one for one in self.shared.users.values() if "wanted" in (one["email"] or "")]
        if mine and self.random.random() < 0.5:
            value = copy.deepcopy(mine[0])
            self.serial += 1
            value["email"] = f"c{self.number}m{self.serial}@example.com"
            self.set(self.shared, value)
        elif value := self.any_user(self.shared):
            value["email"] = f"wanted{self.random.randrange(4)}@example.com"
            self.set(self.shared, value, TAKEN)

    def delete(self):
        space = self.any_space()
        if value := self.any_user(space):
            self.send(
                "POST", self.accounts(space, ":delete"), {"localId": value["uid"]}, space,
                [{value["uid"]: None}])
        return space, value

    def recreate(self):
        """Deletes a user and creates one with the same uid and new keys."""
        space, value = self.delete()
        if value and value["uid"] not in space.users:
            self.put(space, {**self.new(), "uid": value["uid"]})

    def batch_create(self):
        space = self.any_space()
        values = [self.new() for _ in range(self.random.choice((3, 20, 120)))]
        for value in values[::3]:
            value["links"] = {"github.com": f"b-{value['uid']}"}
        for value in values[::4]:
            value["factors"] = {f"f-{value['uid']}": value["phone"]}
        changes = [{value["uid"]: value} for value in values]
        answer = self.send(
            "POST", self.accounts(space, ":batchCreate"),
            {"users": list(map(model.to_api, values))}, space, changes)
        for error in (answer or {}).get("error", []):
            # On a full disk each user that is not named in error[] is stored.
            space.apply({values[error["index"]]["uid"]: None})

    def batch_delete(self):
        space = self.any_space()
        uids = self.random.sample(sorted(space.users), min(len(space.users), 10))
        if uids:
            self.send(
                "POST", self.accounts(space, ":batchDelete"), {"localIds": uids, "force": True},
                space, [{uid: None} for uid in uids])

    def load(self):
        """Imports a file, which is stored completely or not at all."""
        values = [self.new() for _ in range(self.random.choice((5, 60)))]
        for value in values[::3]:
            value["factors"] = {f"f-{value['uid']}": value["phone"]}
            # Text of base64url whose length is a multiple of four, so that it has one spelling.
            value["passkeys"] = [f"KEY{value['uid']:A<21}", f"key{value['uid']:A<21}"]
        lines = "\n".join(json.dumps(model.to_export(value)) for value in values)
        self.send(
            "POST", f"/emulator/v1/projects/{self.own.project}/import?format=ndjson", None, self.own,
            [{value["uid"]: value for value in values}], text=lines)

    def create_tenant(self):
        if self.tenant:
            return
        answer = self.send(
            "POST", f"/identitytoolkit.googleapis.com/v2/projects/{SHARED}/tenants",
            {"displayName": f"tenant-{self.number}", "allowPasswordSignup": True})
        if answer:
            self.tenant = model.Space(SHARED, answer["tenantId"])

    def delete_tenant(self):
        if not self.tenant:
            return
        gone, self.tenant = self.tenant, None
        try:
            answer = self.send(
                "DELETE", f"/identitytoolkit.googleapis.com/v2/{gone.path}", {}, gone, [gone.change_to({})])
        except Ended:
            self.tenant, self.may_lack_tenant = gone, True
            raise
        if answer is None:
            self.tenant = gone
        else:
            self.deleted_tenants.append(gone.tenant)

    def snapshot(self):
        name = f"c{self.number}-{self.random.choice('ab')}"
        state = copy.deepcopy(self.own.users)
        try:
            answer = self.send(
                "POST", "/emulator/v1/snapshots", {"name": name, "project": self.own.project},
                # On a full disk the project may not exist yet.
                accepts=("there is no project",))
        except Ended:
            self.own.pending_snapshot = (name, state)
            raise
        if answer:
            self.own.snapshots[name] = state
            self.own.old_snapshots.discard(name)

    def restore(self):
        if self.own.snapshots:
            name = self.random.choice(sorted(self.own.snapshots))
            self.send(
                "POST", f"/emulator/v1/snapshots/{name}:restore", {}, self.own,
                [self.own.change_to(self.own.snapshots[name])])

    def reset(self):
        self.send(
            "POST", "/emulator/v1/reset", {"projects": [self.own.project], "to": "empty"}, self.own,
            [self.own.change_to({})])

    def clear(self):
        self.send(
            "DELETE", f"/emulator/v1/projects/{self.own.project}/accounts", {}, self.own,
            [self.own.change_to({})])
