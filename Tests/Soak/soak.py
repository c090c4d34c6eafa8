#!/usr/bin/env python3
"""Minutes of everything at once: bursts, half-sent requests and slow hashes beside ordinary sign-ins.

    python3 Tests/Soak/soak.py BINARY [--seconds 300] [--latency 0.25]

Every ordinary answer comes within the latency, memory stays flat, and SIGTERM ends the emulator with
0 within a second although clients still hold half-sent requests. Exits with 1 and says what failed.
Needs nothing but Python; Tests/Clients/test_server.py runs a short form.
"""

import argparse
import base64
import collections
import http.client
import json
import multiprocessing
import os
import pathlib
import resource
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Running"))
from emulator import RunningEmulator  # noqa: E402

BACKEND = "/identitytoolkit.googleapis.com/v1"
BURST = 1500
HALF_SENT = 200
# 128 MB, and about a second of a processor.
HASH_COST = 131072
SLOW_CLIENTS = 4
SLOW_USER = "slow@example.com"
USER = "ordinary@example.com"


def request(connection, path, body, headers=None):
    """The status and the document of one call; a body that is a text is sent as it is."""
    connection.request("POST", path, body if isinstance(body, str) else json.dumps(body), {
        "Content-Type": "application/json", **(headers or {})})
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def prepare(host, port, hash_cost, parallelization=4):
    """One ordinary user, and one whose password takes hash_cost kilobytes to check, so many times in turn."""
    connection = http.client.HTTPConnection(host, port, timeout=60)
    status, answer = request(
        connection, f"{BACKEND}/accounts:signUp?key=k", {"email": USER, "password": "secret1"})
    assert status == 200, answer
    encoded = base64.urlsafe_b64encode(bytes(64)).decode()
    status, answer = request(
        connection, f"{BACKEND}/projects/demo-project/accounts:batchCreate",
        {"hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": hash_cost, "blockSize": 8,
         "parallelization": parallelization, "dkLen": 64,
         "users": [{"localId": "slow", "email": SLOW_USER, "passwordHash": encoded, "salt": encoded}]},
        {"Authorization": "Bearer owner"})
    assert status == 200 and not answer.get("error"), answer


def sign_in(user):
    return json.dumps({"email": user, "password": "secret1", "returnSecureToken": True})


def sign_in_over(connection, user):
    return request(connection, f"{BACKEND}/accounts:signInWithPassword?key=k", sign_in(user))


def ordinary(host, port, over, results, tolerated=()):
    """Signs in again and again; reports how long the answers took, and the failures that are not tolerated."""
    connection = http.client.HTTPConnection(host, port, timeout=60)
    latencies, failures = [], []
    while not over.is_set():
        begin = time.monotonic()
        try:
            status, answer = sign_in_over(connection, USER)
            if status != 200:
                failures.append(str(answer))
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            if isinstance(error, tolerated):
                continue
            failures.append(repr(error))
        latencies.append(time.monotonic() - begin)
        time.sleep(0.005)
    results.put((latencies, failures))


class Rest:
    """Halts the slow clients for a while.

    Memory is measured then: each hash takes much, and how many are under way at once is chance.
    """

    def __init__(self, context, clients):
        self.begun, self.gate = context.Event(), context.Barrier(clients + 1)

    def __enter__(self):
        self.begun.set()
        self.gate.wait(60)

    def __exit__(self, *error):
        self.begun.clear()
        self.gate.wait(60)

    def taken(self):
        """Called by a client between two requests."""
        if self.begun.is_set():
            self.gate.wait()
            self.gate.wait()


def slow(host, port, over, rest):
    """Keeps a slow hash running; the password is wrong, so that the hash stays as it is."""
    connection = http.client.HTTPConnection(host, port, timeout=60)
    while not over.is_set():
        rest.taken()
        try:
            sign_in_over(connection, SLOW_USER)
        except (OSError, http.client.HTTPException):
            connection.close()


def bursts(host, port, over, results, count, pause):
    """Opens many connections at once, each of which signs up, and waits for every answer."""
    raise_limit()
    message = (
        f"POST {BACKEND}/accounts:signUp?key=k HTTP/1.1\r\nHost: localhost\r\n"
        "Content-Length: 2\r\n\r\n{}").encode()
    unanswered = number = 0
    while not over.is_set():
        unanswered += burst((host, port), message, count).total()
        number += 1
        over.wait(pause)
    results.put((number, unanswered))


def burst(address, message, count, limit=60):
    """Counts, by what happened, the requests on a connection each, sent together, that are not answered with 200."""
    selector, failed, begin = selectors.DefaultSelector(), collections.Counter(), time.monotonic()
    sockets = []
    for _ in range(count):
        client = socket.socket()
        client.setblocking(False)
        client.connect_ex(address)
        selector.register(client, selectors.EVENT_WRITE, bytearray())
        sockets.append(client)
    while selector.get_map() and time.monotonic() - begin < limit:
        for key, events in selector.select(1):
            client = key.fileobj
            try:
                if events & selectors.EVENT_WRITE:
                    client.send(message)
                    selector.modify(client, selectors.EVENT_READ, key.data)
                    continue
                piece = client.recv(65536)
            except OSError as error:
                failed[f"{error} after {time.monotonic() - begin:.0f} s"] += 1
                selector.unregister(client)
                continue
            key.data.extend(piece)
            if not piece or b"\r\n\r\n" in key.data:
                if not key.data.startswith(b"HTTP/1.1 200"):
                    failed[f"{bytes(key.data[:400])} after {time.monotonic() - begin:.0f} s"] += 1
                selector.unregister(client)
    if waiting := len(selector.get_map()):
        failed[f"no answer for {limit} s"] = waiting
    for client in sockets:
        client.close()
    selector.close()
    return failed


def half_sent(host, port, over, count, finished):
    """Holds requests that never end, and leaves them from time to time for new ones."""
    message = (
        f"POST {BACKEND}/accounts:signUp?key=k HTTP/1.1\r\nHost: localhost\r\n"
        "Content-Length: 100\r\n\r\nhalf").encode()
    while True:
        held = []
        for _ in range(count):
            client = socket.create_connection((host, port))
            client.sendall(message)
            held.append(client)
        if over.wait(7):
            # Held until the emulator has ended.
            finished.wait(60)
            return
        for client in held:
            client.close()


def memory(process):
    """The resident memory in KB."""
    return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(process.pid)]))


def measured_for(seconds, measure):
    """The measurements ten times a second."""
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        yield measure()
        time.sleep(0.1)


def raise_limit():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))


def run(
        binary, seconds, burst_size=BURST, half_sent_count=HALF_SENT, slow_clients=SLOW_CLIENTS,
        pause=2.0, hash_cost=HASH_COST):
    """Runs everything and returns what was measured."""
    context = multiprocessing.get_context("fork")
    over, finished = context.Event(), context.Event()
    rest = Rest(context, slow_clients)
    times, counts = context.Queue(), context.Queue()
    with tempfile.TemporaryDirectory() as folder:
        emulator = RunningEmulator(binary, os.path.join(folder, "soak.sqlite"), "--quiet", stderr=None)
        process = emulator.process
        workers = []
        try:
            host, port = emulator.host.rsplit(":", 1)
            address = (host, int(port))
            prepare(*address, hash_cost)
            hashing = [context.Process(target=slow, args=(*address, over, rest)) for _ in range(slow_clients)]
            workers = [
                context.Process(target=bursts, args=(*address, over, counts, burst_size, pause)),
                context.Process(target=half_sent, args=(*address, over, half_sent_count, finished)), *hashing]
            measured = context.Process(target=ordinary, args=(*address, over, times))
            for worker in [*workers, measured]:
                worker.start()
            sizes = []
            begin = time.monotonic()
            # Twice at least, however long the slow hashes wait for a processor.
            while time.monotonic() - begin < seconds or len(sizes) < 2:
                time.sleep(seconds / 20)
                with rest:
                    # As long as it takes from one burst to the next.
                    sizes.append(max(measured_for(pause + 0.5, lambda: memory(process))))
            over.set()
            (latencies, failures), (number, unanswered) = times.get(), counts.get()
            for worker in [measured, *hashing]:
                worker.join()
            # Requests under way are finished; those that are never sent are not waited for.
            time.sleep(3)
            begin = time.monotonic()
            process.send_signal(signal.SIGTERM)
            code = process.wait(60)
            ending = time.monotonic() - begin
        finally:
            finished.set()
            over.set()
            rest.gate.abort()
            for worker in workers:
                worker.join(70)
            process.kill()
    return {
        "answers": len(latencies), "slowest": max(latencies), "failures": failures,
        "bursts": number, "unanswered": unanswered, "sizes": sizes, "code": code, "ending": ending}


def faults(result, latency):
    """A sentence for each broken promise."""
    if result["failures"]:
        yield f"{len(result['failures'])} ordinary sign-ins failed: {result['failures'][0]}"
    if result["slowest"] > latency:
        yield f"The slowest ordinary answer took {result['slowest'] * 1000:.0f} ms."
    if result["unanswered"]:
        yield f"{result['unanswered']} requests of the bursts were not answered."
    # By then every connection's and every thread's memory has been asked for once.
    warm, rest = sizes_in_halves(result["sizes"])
    if rest > warm * 1.1 + 8192:
        yield f"Memory grew from {warm} KB to {rest} KB."
    if result["code"] != 0:
        yield f"SIGTERM ended it with {result['code']}."
    if result["ending"] > 1:
        yield f"It ended {result['ending']:.1f} s after SIGTERM."


def sizes_in_halves(sizes):
    middle = max(1, len(sizes) // 2)
    return max(sizes[:middle]), max(sizes[middle:] or sizes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--latency", type=float, default=0.25)
    options = parser.parse_args()
    result = run(os.path.abspath(options.binary), options.seconds)
    warm, rest = sizes_in_halves(result["sizes"])
    print(
        f"{result['answers']} ordinary sign-ins, the slowest in {result['slowest'] * 1000:.0f} ms; "
        f"{result['bursts']} bursts of {BURST}; {warm} KB, then {rest} KB; "
        f"ended with {result['code']} after {result['ending'] * 1000:.0f} ms")
    wrong = list(faults(result, options.latency))
    for sentence in wrong:
        print(f"soak: {sentence}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
