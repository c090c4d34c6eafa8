#!/usr/bin/env python3
"""Loads that a hostile or broken client makes, one after the other, beside one that signs in.

    python3 Tests/Torture/hostile.py BINARY [--seconds 60] [--limit 0.25] [--load idle]

Each load lasts for the seconds: 1,000 idle connections, 200 bodies of which a byte comes each second, 900
event streams that are not read, slow hashes and messages of SAML whose clients have left, one user with full
lists of providers, second factors and passkeys, 40 bodies of 10 MB at once. The 99th percentile of the sign-ins
beside each load is measured. Exits with 1 if it is above the limit, if a sign-in fails, if the memory of a load is
not returned within a minute, if the process takes 800 MB, or if lists beyond the limit are stored. Needs nothing
but Python.
"""

import argparse
import base64
import contextlib
import http.client
import json
import os
import pathlib
import queue
import socket
import sys
import tempfile
import threading
import time
import urllib.parse
import zlib

sys.path[:0] = [str(pathlib.Path(__file__).parent.parent / name) for name in ("Running", "Soak")]
import soak  # noqa: E402
from emulator import RunningEmulator  # noqa: E402

OWNER = {"Authorization": "Bearer owner"}
ACCOUNTS = f"{soak.BACKEND}/projects/demo-project/accounts"
# Entries of each list of a user, and of its second factors.
MOST, FACTORS = 256, 5
# Values of which many fit into a body.
SMALL = ("1", "{}", "[1]", '{"a":1}', '""', '{"a":{}}')
MEGABYTE = 1 << 20


def percentile(times):
    return sorted(times)[int(len(times) * 0.99)] if times else 0


class Sockets:
    """Connections to the emulator; one that it closes is opened again."""

    def __init__(self, address, count, message=b""):
        self.address, self.message, self.opened = address, message, 0
        self.all = [self.open() for _ in range(count)]

    def open(self):
        client = socket.create_connection(self.address, timeout=20)
        client.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            client.send(self.message)
        self.opened += 1
        return client

    def renew(self, piece=b""):
        """Opens what is closed, and sends the piece over the others."""
        for number, client in enumerate(self.all):
            try:
                if piece:
                    client.send(piece)
                if not piece and client.recv(65536) == b"":
                    raise ConnectionResetError
            except BlockingIOError:
                pass
            except OSError:
                client.close()
                self.all[number] = self.open()

    def close(self):
        for client in self.all:
            client.close()


def head(method, path, length=None):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Authorization: Bearer owner"]
    lines += [f"Content-Length: {length}"] if length else []
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def held(sockets, until, piece=b""):
    """Holds connections, over which a piece is sent each second."""
    while time.monotonic() < until:
        time.sleep(1)
        sockets.renew(piece)
    sockets.close()
    return f"{sockets.opened:,} connections"


def left(address, until, messages, count):
    """Sends messages in groups whose clients leave at once; returns how many."""
    opened = 0
    while time.monotonic() < until:
        for message in messages:
            sockets = Sockets(address, count, message)
            opened += sockets.opened
            sockets.close()
        time.sleep(2)
    return opened


def idle(address, until):
    return held(Sockets(address, 1000), until)


def slow_bodies(address, until):
    message = head("POST", f"{soak.BACKEND}/accounts:signUp?key=k", 10_000)
    return held(Sockets(address, 200, message), until, b" ")


def streams(address, until):
    """The streams get an event for each sign-in, which is not read."""
    sockets = Sockets(address, 900, head("GET", "/emulator/v1/requests:stream"))
    time.sleep(max(0, until - time.monotonic()))
    sockets.close()
    return f"{sockets.opened:,} streams"


def hashes(address, until):
    """Requests for slow hashes."""
    body = soak.sign_in(soak.SLOW_USER).encode()
    message = head("POST", f"{soak.BACKEND}/accounts:signInWithPassword?key=k", len(body)) + body
    return f"{left(address, until, [message], 200):,} requests"


def long_bodies(address, until):
    """Forty clients send lists of small values, each as long as a body may be."""
    bodies = ['{"x":[' + ",".join([one] * ((10 * MEGABYTE - 16) // (len(one) + 1))) + "]}" for one in SMALL]
    counts = []

    def send(number):
        connection = http.client.HTTPConnection(*address, timeout=600)
        while True:
            connection.request("POST", f"{soak.BACKEND}/accounts:signUp?key=k", bodies[number % len(bodies)])
            answer = connection.getresponse()
            answer.read()
            counts.append(answer.status)
            number += 1
            if time.monotonic() > until:
                return connection.close()

    clients = [threading.Thread(target=send, args=(number,)) for number in range(40)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    # Some have more values than a document may have.
    assert set(counts) <= {200, 400}, counts
    return f"{len(counts):,} bodies"


def saml_messages():
    """Responses and requests of SAML: beyond the limits, and as slow as a message within them may be."""
    signed = "http://www.w3.org/2000/09/xmldsig#"
    exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
    protocol = "urn:oasis:names:tc:SAML:2.0:protocol"
    transform = f'<Transform Algorithm="{signed}enveloped-signature"/>'

    def document(name, count, content=""):
        return (
            f'<p:{name} xmlns:p="{protocol}" ID="_1"><Signature xmlns="{signed}"><SignedInfo>'
            f'<CanonicalizationMethod Algorithm="{exclusive}"/>'
            '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>'
            f'<Reference URI="#_1"><Transforms>{transform * count}</Transforms>'
            '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AA==</DigestValue>'
            f"</Reference></SignedInfo><SignatureValue>AA==</SignatureValue></Signature>{content}</p:{name}>")

    attributes = "<a " + " ".join(f"a{one}=''" for one in range(8000)) + "/>"
    slow = "<a>" * 28 + "<b/>" * 9000 + "</a>" * 28
    for count, content in ((1000, ""), (1, attributes), (8, slow)):
        form = {
            "providerId": "saml.corp",
            "SAMLResponse": base64.b64encode(document("Response", count, content).encode()).decode()}
        body = json.dumps({
            "requestUri": "http://localhost/__/auth/handler",
            "postBody": urllib.parse.urlencode(form)}).encode()
        yield head("POST", f"{soak.BACKEND}/accounts:signInWithIdp?key=k", len(body)) + body
        compress = zlib.compressobj(wbits=-15)
        deflated = compress.compress(document("AuthnRequest", count, content).encode()) + compress.flush()
        query = urllib.parse.urlencode({"SAMLRequest": base64.b64encode(deflated).decode()})
        yield head("GET", f"/issuers/saml.corp/sso?{query}")


def saml(address, until):
    """Hostile messages of SAML."""
    connection = http.client.HTTPConnection(*address, timeout=60)
    status, text = soak.request(connection, "/emulator/v1/issuers/saml.corp/assertions", {}, OWNER)
    assert status == 200, text
    return f"{left(address, until, list(saml_messages()), 10):,} messages"


def full_lists(address, until):
    """Changes and reads one user with as many entries of each list as are allowed."""
    connection = http.client.HTTPConnection(*address, timeout=60)
    status, text = soak.request(connection, "/emulator/v1/seed", {
        "version": 1, "projects": {"demo-project": {"users": [full_user(MOST, FACTORS)]}}})
    assert status == 200, text
    number = 0
    while time.monotonic() < until:
        number += 1
        status, text = soak.request(connection, f"{ACCOUNTS}:update", {
            "localId": "full", "displayName": f"name {number}"}, OWNER)
        assert status == 200, text
        status, found = soak.request(connection, f"{ACCOUNTS}:lookup", {"localId": ["full"]}, OWNER)
        user = found["users"][0] if status == 200 else {}
        counts = [len(user.get(one, ())) for one in ("providerUserInfo", "passkeyInfo", "mfaInfo")]
        assert min(counts[:2]) >= MOST and counts[2] == FACTORS, found
    return f"{number:,} changes"


def full_user(count, factors):
    return {
        "localId": "full", "email": "full@example.com", "emailVerified": True,
        "mfa": [{"mfaEnrollmentId": f"f{one}", "phone": f"+1555{one:07}"} for one in range(factors)],
        "providers": [{"providerId": f"oidc.p{one}", "rawId": f"r{one}"} for one in range(count)],
        "passkeys": [
            {"credentialId": base64.urlsafe_b64encode(f"key{one:09}".encode()).decode()}
            for one in range(count)]}


def beyond(address):
    """Yields the lists that are stored although they have thousands of entries."""
    connection = http.client.HTTPConnection(*address, timeout=60)
    for name, value in full_user(5000, 5000).items():
        if not isinstance(value, list):
            continue
        connection.request(
            "POST", "/emulator/v1/projects/demo-project/import?format=ndjson",
            json.dumps({"localId": "beyond", name: value}))
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 500 or answer.status == 200 and json.loads(text)["stored"]:
            yield f"a user with 5,000 {name} has {answer.status}: {text[:200]}"
    factors = [{"mfaEnrollmentId": f"f{one}", "phoneInfo": f"+1555{one:07}"} for one in range(5000)]
    status, answer = soak.request(
        connection, ACCOUNTS, {"localId": "factors", "emailVerified": True, "mfaInfo": factors}, OWNER)
    if status != 400:
        yield f"a user with 5,000 second factors has {status}: {str(answer)[:200]}"


LOADS = [idle, slow_bodies, streams, hashes, saml, full_lists, long_bodies]


def run(binary, seconds, limit, hash_cost=soak.HASH_COST, loads=LOADS):
    """Returns a line of figures for each load, and a sentence for each fault."""
    soak.raise_limit()
    lines, faults = [], []
    with tempfile.TemporaryDirectory() as folder, RunningEmulator(
            binary, os.path.join(folder, "hostile.sqlite"), "--quiet") as emulator:
        host, port = emulator.host.rsplit(":", 1)
        address = (host, int(port))
        soak.prepare(*address, hash_cost)
        for load in loads:
            before, over, results = soak.memory(emulator.process), threading.Event(), queue.Queue()
            # A connection that has been idle for a second in a crowd may end: the next is new.
            ended = (ConnectionResetError, http.client.RemoteDisconnected)
            ordinary = threading.Thread(
                target=soak.ordinary, args=(*address, over, results, ended), daemon=True)
            ordinary.start()
            # The sign-ins alone fill the log of requests, which has a limit.
            time.sleep(2)
            count = load(address, time.monotonic() + seconds)
            highest = soak.memory(emulator.process)
            over.set()
            times, failures = results.get(timeout=70)
            after, rest = settled(emulator.process, before)
            value = percentile(times)
            name = load.__name__.replace("_", " ")
            lines.append(
                f"| {name} | {count} | {len(times):,} | {value * 1000:.0f} ms | "
                f"{before:,} | {highest:,} | {after:,} |")
            faults += [f"a sign-in has no response or another one: {one}" for one in failures[:5]]
            if value > limit:
                faults.append(f"{name}: the 99th percentile is {value * 1000:.0f} ms.")
            if rest > 0:
                faults.append(f"{name}: {before} KB before it and {after} KB after it.")
        faults += beyond(address)
        if (megabytes := peak(emulator.process) >> 10) >= 800:
            faults.append(f"It took {megabytes} MB.")
        if emulator.process.poll() is not None:
            faults.append(f"It ended with {emulator.process.returncode}.")
    return lines, faults


def peak(process):
    """The highest resident memory in KB; 0 where the system does not measure it."""
    with contextlib.suppress(FileNotFoundError), open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    return 0


def settled(process, before):
    """Waits for the return of memory; returns the KB, and how many of them are too many."""
    limit = before * 1.25 + 24 * 1024
    end = time.monotonic() + 60
    while (now := soak.memory(process)) > limit and time.monotonic() < end:
        time.sleep(0.5)
    return now, max(0, now - limit)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--limit", type=float, default=0.25)
    parser.add_argument("--load", help="the name of one load, such as slow_bodies (default: each)")
    options = parser.parse_args()
    loads = [one for one in LOADS if options.load in (None, one.__name__)]
    lines, faults = run(os.path.abspath(options.binary), options.seconds, options.limit, loads=loads)
    print("| load | | sign-ins | 99th percentile | KB before | KB at its end | KB after |")
    print("|---|---|---|---|---|---|---|")
    print(*lines, sep="\n")
    for sentence in faults:
        print(f"hostile: {sentence}", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
