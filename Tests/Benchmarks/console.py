"""Reads of the console with many users and requests: the first page, a search, and the log."""

import http.client
import os
import tempfile
import time
import urllib.parse

import bulk

USERS = "/emulator/v1/projects/demo-project/users"
RARE = "Wilhelmina Oldest"


class Reader:
    """One connection that is kept, as a browser's is."""

    def __init__(self, host):
        self.connection = http.client.HTTPConnection(host, timeout=300)
        self.slowest = self.largest = 0

    def get(self, path, **query):
        """The answer; how long it took in milliseconds and its size are remembered where they are the most."""
        started = time.perf_counter()
        self.connection.request("GET", f"{path}?{urllib.parse.urlencode(query)}", headers={
            "X-Emulator-Tool": "console"})
        data = self.connection.getresponse().read()
        self.taken = (time.perf_counter() - started) * 1000
        self.slowest = max(self.slowest, self.taken)
        self.largest = max(self.largest, len(data))
        return bulk.json.loads(data)

    def search(self, text):
        """Reads part after part to the end, as the console does: what was found, and in how many parts."""
        found, token, parts = [], {}, 0
        while True:
            page = self.get(USERS, search=text, limit=50, **token)
            found += page["users"]
            parts += 1
            if "nextPageToken" not in page or len(found) >= 50:
                return found, parts
            token = {"pageToken": page["nextPageToken"]}


def timed(body):
    started = time.perf_counter()
    answer = body()
    return round((time.perf_counter() - started) * 1000, 1), answer


def measure(start, count):
    """- start: starts an emulator on a data file."""
    with tempfile.TemporaryDirectory() as folder:
        emulator = start(os.path.join(folder, "state.sqlite"))
        admin = bulk.Admin(emulator.host)
        # The oldest is the last that a search reaches.
        admin.call("POST", bulk.PATH + "accounts:batchCreate", {"users": [
            {"localId": "oldest", "displayName": RARE}]})
        ids, _ = bulk.fill(emulator.host, count)
        reader = Reader(emulator.host)
        reader.get(USERS)
        before = emulator.resident_megabytes()
        first, page = timed(lambda: reader.get(USERS, limit=50))
        assert len(page["users"]) == 50
        # The first part has whom an index finds, and the page shows it before the others come.
        address, page = timed(lambda: reader.get(USERS, search=f"{ids[count // 2]}@example.com"))
        assert page["users"][0]["localId"] == ids[count // 2]
        prefix, page = timed(lambda: reader.get(USERS, search=ids[count // 3][:10], limit=50))
        assert page["users"][0]["localId"] == ids[count // 3]
        common, (found, _) = timed(lambda: reader.search("lee"))
        assert len(found) >= 50
        reader.slowest = 0
        rare, (found, parts) = timed(lambda: reader.search("mina old"))
        assert [user["localId"] for user in found] == ["oldest"]
        slowest = reader.slowest
        counted, page = timed(lambda: reader.get(USERS, limit=1, count="true"))
        assert page["count"] == count + 1
        for _ in range(50):
            reader.get(USERS, limit=50)
        log, _ = timed(lambda: reader.get("/emulator/v1/requests", bodies="false", limit=200))
        grown = emulator.resident_megabytes() - before
        emulator.stop()
    return {
        "firstPageMilliseconds": first, "addressMilliseconds": address, "prefixMilliseconds": prefix,
        "commonNameMilliseconds": common, "rareNameMilliseconds": rare, "rareNameParts": parts,
        "slowestPartMilliseconds": round(slowest, 1), "countMilliseconds": counted,
        "logMilliseconds": log, "largestKilobytes": round(reader.largest / 1000, 1),
        "grownMegabytes": round(grown, 1),
    }
