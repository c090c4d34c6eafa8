#!/usr/bin/env python3
"""Sends mutated requests, and checks that each has a response and that the emulator lives.

    python3 Tests/Torture/fuzz_requests.py BINARY [--seconds 60] [--seed 1] [--workers 4] [--limit 5]

The requests of Tests/Torture/corpus, and one for each operation of `/emulator/openapi.json`, are mutated by structure
and by bytes. A fault is a 5xx that is not documented, a response that takes longer than the limit twice, a
connection that ends without a response to valid HTTP, a value that is markup or a header of the response, an end
of the process, or more than 800 MB of memory. Each fault prints the request as a curl line and the seed; the exit
code is 1. One request in fifty is not valid HTTP and may be dropped.
Needs nothing but Python.
"""

import argparse
import base64
import collections
import contextlib
import http.client
import json
import os
import pathlib
import random
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import mutations
from checks import RunningEmulator

CORPUS = pathlib.Path(__file__).parent / "corpus"
# 501 is an operation that is not offered, 502 a server of the outside that closed its connection, 503 a
# call that must be repeated later: too many wait, or the file cannot be written.
DOCUMENTED = {501, 502, 503}
MEMORY = 800 * 1024
BACKEND = "/identitytoolkit.googleapis.com/v1"
ISSUER = "oidc.fuzz"
# The values of parameters without an example.
PARAMETERS = {"issuer": ISSUER, "project": "demo-project", "tenant": "t-fuzz", "user": "fuzz"}
SAMPLES = {"string": "x", "integer": 1, "number": 1.5, "boolean": True}
# They never end, or let other requests fail as asked.
EXCLUDED = (":stream", "/faults", "/scenarios")


def corpus():
    requests = []
    for file in sorted(CORPUS.glob("*.jsonl")):
        requests += map(json.loads, file.read_text().splitlines())
    return requests


def documented(document):
    """Returns a request for each operation of an OpenAPI document."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            query = {}
            for one in operation.get("parameters", []):
                value = one.get("example", PARAMETERS.get(one["name"], "x"))
                if one["in"] == "path":
                    path = path.replace(f"{{{one['name']}}}", value)
                elif one["in"] == "query":
                    query[one["name"]] = value
            request = {"method": method.upper(), "path": path + (query and "?" + urllib.parse.urlencode(query) or "")}
            for content in operation.get("requestBody", {}).get("content", {}).values():
                request["body"] = content.get("example") or sample(content.get("schema", {}), document)
            yield request


def sample(schema, document, depth=0):
    """Returns a value of a schema, with each of its members."""
    if name := schema.get("$ref", "").rpartition("/")[2]:
        schema = document["components"]["schemas"][name]
    if schema.get("type") == "array":
        return [sample(schema.get("items", {}), document, depth + 1)]
    if schema.get("type") == "object":
        members = schema.get("properties", {}) if depth < 5 else {}
        return {name: sample(one, document, depth + 1) for name, one in members.items()}
    return schema.get("example") or SAMPLES.get(schema.get("type"), {})


def values(emulator):
    """Creates a user and returns the texts that replace @name@ in the corpus."""
    email = {"email": "fuzz@example.com", "password": "secret1"}
    user = emulator.call("POST", f"{BACKEND}/accounts:signUp?key=k", email)
    emulator.call(
        "POST", f"{BACKEND}/accounts:sendOobCode?key=k",
        {"requestType": "PASSWORD_RESET", "email": email["email"]})
    codes = emulator.call("GET", "/emulator/v1/projects/demo-project/oobCodes")["oobCodes"]
    minted = emulator.call(
        "POST", f"/emulator/v1/issuers/{ISSUER}/tokens", {"account": {"email": "fuzz@example.com"}})
    head, claims = (
        base64.urlsafe_b64encode(json.dumps(one).encode()).decode().rstrip("=")
        for one in ({"alg": "none"}, {"uid": "custom", "sub": "a@b", "aud": "a"}))
    return {
        "@idToken@": user["idToken"], "@refreshToken@": user["refreshToken"],
        "@oobCode@": codes[0]["oobCode"], "@customToken@": f"{head}.{claims}.",
        "@issuerToken@": minted["idToken"], "@accessToken@": minted["accessToken"],
        "@code@": minted["authorizationCode"]}


def filled(requests, texts):
    data = json.dumps(requests)
    for name, value in texts.items():
        data = data.replace(name, json.dumps(value)[1:-1])
    return json.loads(data)


def curl(host, request, body):
    """Returns the request as a line for a shell; a body that is not text is decoded with base64 -d."""
    words = ["curl", "--globoff", "-X", request["method"], f"http://{host}{request['path']}"]
    for name, value in request.get("headers", {}).items():
        words += ["-H", f"{name}: {value}"]
    try:
        words += ["--data-binary", body.decode()] if body else []
    except UnicodeDecodeError:
        return f"base64 -d <<< {base64.b64encode(body).decode()} | {shlex.join(words)} --data-binary @-"
    return shlex.join(words)


class Worker(threading.Thread):
    def __init__(self, emulator, requests, chance, deadline, limit):
        super().__init__(daemon=True)
        self.host, self.process = emulator.host, emulator.process
        self.requests, self.chance, self.deadline, self.limit = requests, chance, deadline, limit
        self.statuses, self.faults, self.last = collections.Counter(), [], None
        self.connection = None

    def run(self):
        while time.monotonic() < self.deadline and self.process.poll() is None:
            request = self.chance.choice(self.requests)
            if self.chance.random() < 0.02:
                self.broken(request)
                continue
            request = mutations.mutate(request, self.requests, self.chance)
            if any(part in request["path"] for part in EXCLUDED):
                continue
            self.send(request, mutations.encoded(request, self.chance))

    def send(self, request, body):
        self.last = (request, body)
        try:
            status, kind, text, seconds = self.exchange(request, body)
            if seconds > self.limit:
                # The processors may have been busy: alone it must be fast.
                status, kind, text, seconds = self.exchange(request, body)
        except (OSError, http.client.HTTPException) as error:
            # With Expect a body above the limit is refused before it is sent, and this client does not wait.
            if self.process.poll() is None and "Expect" not in request.get("headers", {}):
                self.fault(f"is missing: {error!r}")
            return
        self.statuses[status] += 1
        if seconds > self.limit:
            self.fault(f"took {seconds:.1f} s")
        if b"<fuzz>" in text and "html" in kind:
            self.fault(f"has a value as markup: {text[:300]!r}")
        if status >= 500 and (status not in DOCUMENTED or b'"error"' not in text):
            self.fault(f"has {status}: {text[:300]!r}")

    def exchange(self, request, body):
        """Sends a request over a new connection, or over the one before; returns status, type, body, seconds."""
        begin = time.monotonic()
        if self.connection is None or self.chance.random() < 0.05:
            self.connection = http.client.HTTPConnection(self.host, timeout=4 * self.limit)
        kind = "x-www-form-urlencoded" if "form" in request else "json"
        headers = {"Content-Type": f"application/{kind}", "Authorization": "Bearer owner"}
        if "?key=" in request["path"] or "form" in request:
            del headers["Authorization"]
        try:
            self.connection.request(
                request["method"], request["path"], body or None, {**headers, **request.get("headers", {})})
            answer = self.connection.getresponse()
            text = answer.read()
            if answer.getheader("Fuzz"):
                self.fault("has a value as a header")
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise
        return answer.status, answer.getheader("Content-Type", ""), text, time.monotonic() - begin

    def broken(self, request):
        """Sends changed bytes of a whole message, and leaves."""
        message = bytearray(
            f"{request['method']} {request['path']} HTTP/1.1\r\nHost: {self.host}\r\n"
            "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}".encode())
        for _ in range(self.chance.choice((1, 2, 8))):
            place = self.chance.randrange(len(message))
            message[place:place + self.chance.randrange(3)] = self.chance.choice(
                (b"", b"\0", b"\r\n", b"\xff", b" ", b":", b"%", b"9" * 20, b"a" * 9000))
        self.last = ({"method": "BROKEN", "path": "/"}, bytes(message))
        try:
            with socket.create_connection(self.host.rsplit(":", 1), timeout=1) as client:
                client.sendall(message)
                client.shutdown(socket.SHUT_WR)
                client.recv(65536)
        except OSError:
            pass
        self.statuses["broken"] += 1

    def fault(self, sentence):
        self.faults.append(f"A response {sentence}\n  {curl(self.host, *self.last)}")


def memory(process):
    """Returns the resident memory in KB."""
    text = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(process.pid)], capture_output=True, text=True, check=False).stdout
    return int(text or 0)


def run(binary, seconds, seed, workers=4, limit=5.0):
    """Returns the statuses, the highest memory in KB and the faults."""
    # An empty folder: exports and defaults of this one must not matter.
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "log"), "w+") as log, \
            RunningEmulator(binary, os.path.join(folder, "fuzz.sqlite"), "--quiet", stderr=log) as emulator:
        operations = list(documented(emulator.call("GET", "/emulator/openapi.json")))
        requests = filled(corpus(), values(emulator)) + operations
        deadline = time.monotonic() + seconds
        threads = [
            Worker(emulator, requests, random.Random(f"{seed}/{one}"), deadline, limit)
            for one in range(workers)]
        for thread in threads:
            thread.start()
        highest = 0
        while any(thread.is_alive() for thread in threads):
            highest = max(highest, memory(emulator.process))
            time.sleep(1)
            # A mutated request may have deleted the user, or forbidden his sign-in.
            with contextlib.suppress(AssertionError, OSError, http.client.HTTPException):
                emulator.call("POST", "/emulator/v1/reset", {})
                requests[:] = filled(corpus(), values(emulator)) + operations
        faults = [fault for thread in threads for fault in thread.faults]
        if emulator.process.poll() is not None:
            log.seek(0)
            faults.append(
                f"It ended with {emulator.process.returncode}: {log.read()[-2000:]}\n  after one of\n"
                + "\n".join(curl(emulator.host, *one.last) for one in threads if one.last))
        if highest > MEMORY:
            faults.append(f"It took {highest} KB of memory.")
        return sum((one.statuses for one in threads), collections.Counter()), highest, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--limit", type=float, default=5, help="seconds that a response may take")
    options = parser.parse_args()
    statuses, highest, faults = run(
        os.path.abspath(options.binary), options.seconds, options.seed, options.workers, options.limit)
    print(f"{sum(statuses.values()):,} requests, {highest} KB: " + ", ".join(
        f"{count:,} with {status}" for status, count in sorted(statuses.items(), key=str)))
    for fault in faults[:20]:
        print(f"fuzz: seed {options.seed}: {fault[:4000]}", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
