"""What was answered is there after the process was killed."""

import threading

import requests


def test_every_acknowledged_sign_up_survives_kill_9(start):
    emulator = start()
    acknowledged, lock = [], threading.Lock()
    enough = threading.Event()

    def sign_up(worker):
        session = requests.Session()
        for number in range(100_000):
            try:
                answer = session.post(
                    f"{emulator.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
                    json={"email": f"w{worker}n{number}@example.com", "password": "secret1"},
                    timeout=10)
                uid = answer.json()["localId"]
            except requests.RequestException:
                return
            with lock:
                acknowledged.append(uid)
                if len(acknowledged) >= 600:
                    enough.set()

    workers = [threading.Thread(target=sign_up, args=(n,)) for n in range(8)]
    for worker in workers:
        worker.start()
    assert enough.wait(60), "too few sign-ups in a minute"
    emulator.kill()
    for worker in workers:
        worker.join(30)

    emulator.start()
    assert len(acknowledged) >= 600
    for first in range(0, len(acknowledged), 100):
        wanted = acknowledged[first:first + 100]
        answer = requests.post(
            f"{emulator.url}/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:lookup",
            json={"localId": wanted}, headers={"Authorization": "Bearer owner"}, timeout=30).json()
        assert {user["localId"] for user in answer["users"]} == set(wanted)
