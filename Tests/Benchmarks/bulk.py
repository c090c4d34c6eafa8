"""Many users: how fast they are imported, read back page by page, and deleted."""

import http.client
import json
import multiprocessing
import os
import subprocess
import tempfile
import time

PATH = "/identitytoolkit.googleapis.com/v1/projects/demo-project/"
# The number of calls of 1,000 users that are made beforehand for an import that goes on.
BODIES = 300
HEADERS = {"Content-Type": "application/json", "Authorization": "Bearer owner"}


class Admin:
    """One connection that is kept, whose calls are timed without the making and reading of JSON."""

    def __init__(self, host):
        self.connection = http.client.HTTPConnection(host, timeout=300)

    def call(self, method, path, body=None):
        """The answer, and how long it took in seconds."""
        return self.call_text(method, path, body and json.dumps(body))

    def call_text(self, method, path, text=None):
        """The same with a body that is JSON already."""
        started = time.perf_counter()
        self.connection.request(method, path, text, HEADERS)
        answer = self.connection.getresponse()
        data = answer.read()
        taken = time.perf_counter() - started
        assert answer.status == 200, data
        return json.loads(data), taken


def thousand(first, prefix):
    """1,000 users with random ids, each with an address and a link as a sign-in leaves it."""
    users = []
    for number in range(first, first + 1000):
        uid = os.urandom(14).hex()
        sub = f"{prefix}{number}" if prefix else uid[::-1]
        address = f"{sub if prefix else uid}@example.com"
        users.append({
            "localId": uid, "email": f"{uid}@example.com", "displayName": "Ann Lee",
            "providerUserInfo": [{
                "providerId": "google.com", "rawId": sub, "email": address, "displayName": "Ann Lee"}]})
    return users


def fill(host, count, prefix=None):
    """Imports users, 1,000 a call, one call after the other.

    Returns their ids, and the seconds that each call took.
    """
    admin, ids, times = Admin(host), [], []
    for first in range(0, count, 1000):
        users = thousand(first, prefix)
        answer, taken = admin.call("POST", PATH + "accounts:batchCreate", {"users": users})
        assert not answer.get("error"), answer
        ids += [user["localId"] for user in users]
        times.append(taken)
    return ids, times


class Imports:
    """Imports users from a process of its own, without a pause, until it is left.

    rate: the users a second that were imported, afterwards.
    """

    def __init__(self, host):
        self.host = host

    def __enter__(self):
        # Made beforehand: random numbers would take the cores from what is measured.
        self.calls = [json.dumps({"users": thousand(0, None)}) for _ in range(BODIES)]
        self.ended = multiprocessing.Event()
        self.result = multiprocessing.Queue()
        self.process = multiprocessing.Process(target=self._run)
        self.process.start()
        return self

    def _run(self):
        admin = Admin(self.host)
        count, started = 0, time.perf_counter()
        while not self.ended.is_set() and self.calls:
            admin.call_text("POST", PATH + "accounts:batchCreate", self.calls.pop())
            count += 1000
        self.result.put(round(count / (time.perf_counter() - started)))

    def __exit__(self, *_):
        self.ended.set()
        self.rate = self.result.get(timeout=60)
        self.process.join()


def pages(host):
    """The seconds that each page of 1,000 users took."""
    admin, token, times = Admin(host), "", []
    while token is not None:
        query = f"accounts:batchGet?maxResults=1000&nextPageToken={token}"
        page, taken = admin.call("GET", PATH + query)
        times.append(taken)
        token = page.get("nextPageToken")
    return times


def measure(start, count):
    """Imports, reads and deletes so many users.

    start: makes an emulator on the data file of a path.
    """
    with tempfile.TemporaryDirectory() as folder:
        emulator = start(os.path.join(folder, "state.sqlite"))
        time.sleep(4)  # until the signing keys are made
        _, imports = fill(emulator.host, count)
        imported = emulator.resident_megabytes()
        read = sorted(pages(emulator.host))
        last = imports[-len(imports) // 10:]
        megabytes = emulator.resident_megabytes()
        time.sleep(2)  # until nothing has been written for long enough to give memory back
        rest = emulator.resident_megabytes()
        _, deleted = Admin(emulator.host).call("DELETE", "/emulator/v1/projects/demo-project/accounts")
        # Queued behind the first transactions that remove the rows.
        _, following = Admin(emulator.host).call(
            "POST", PATH + "accounts:batchCreate", {"users": thousand(0, None)[:1]})
        emulator.stop()
    return {
        "importedPerSecond": round(count / sum(imports)),
        "lastTenthPerSecond": round(len(last) * 1000 / sum(last)),
        "pageMilliseconds": round(read[len(read) // 2] * 1000, 1),
        "p99PageMilliseconds": round(read[len(read) * 99 // 100] * 1000, 1),
        "deleteMilliseconds": round(deleted * 1000, 1), "nextWriteMilliseconds": round(following * 1000, 1),
        "importedMegabytes": round(imported, 1), "readMegabytes": round(megabytes, 1),
        "restMegabytes": round(rest, 1),
    }


def write_lines(path, count):
    """A file with a user a line, as `auth-emulator export` writes it: random ids, an address, a link."""
    with open(path, "w", encoding="utf-8") as file:
        for _ in range(count):
            uid = os.urandom(14).hex()
            file.write(json.dumps({
                "localId": uid, "email": f"{uid}@example.com", "emailVerified": True,
                "displayName": "Ann Lee", "createdAt": 1700000000000,
                "providers": [{"providerId": "google.com", "rawId": uid[::-1],
                               "email": f"{uid}@example.com", "displayName": "Ann Lee"}],
            }) + "\n")


def finished(arguments):
    """The time of a command in seconds, and the most memory it had in MB.

    The memory is looked at while it runs: what the system reports afterwards includes the memory of the
    process that started it, which may have the ids of a million users.
    """
    started = time.perf_counter()
    most = 0
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
            peaks = [int(line.split()[1]) for line in status if line.startswith("VmHWM")]
        most = max([most, *peaks])
        time.sleep(0.01)
    assert process.returncode == 0, arguments
    return time.perf_counter() - started, most / 1024


def measure_import(binary, count):
    """Imports so many users from a file into an empty data file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "users.ndjson")
        write_lines(path, count)
        taken, megabytes = finished([binary, "import", path, "--data", os.path.join(folder, "state.sqlite")])
    return {"importedPerSecond": round(count / taken), "seconds": round(taken, 2),
            "mostMegabytes": round(megabytes, 1)}


def measure_seed(start, count):
    """Starts with a seed of so many users.

    start: makes an emulator on the data file of a path, with a seed.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "seed.json")
        write_lines(path, count)
        with open(path, encoding="utf-8") as file:
            users = ",\n".join(line.rstrip() for line in file)
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"version":1,"projects":{"demo-project":{"users":[\n' + users + "]}}}")
        del users
        started = time.perf_counter()
        emulator = start(os.path.join(folder, "state.sqlite"), path)
        taken = time.perf_counter() - started
        megabytes = emulator.resident_megabytes("VmHWM")
        emulator.stop()
    return {"seconds": round(taken, 2), "mostMegabytes": round(megabytes, 1)}
