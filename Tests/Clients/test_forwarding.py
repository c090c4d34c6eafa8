"""E-mails and text messages that are forwarded to a mail server and to a webhook."""

import email
import email.policy
import json
import queue
import socket
import time

import pytest
import requests
from aiosmtpd.controller import Controller
from conftest import own_port
from recorded_servers import Handler, serve


class Mailbox:
    """A mail server; each message is a tuple of envelope and parsed message."""

    def __init__(self):
        self.received = queue.Queue()
        self.controller = Controller(self, hostname="127.0.0.1", port=own_port())
        self.controller.start()
        self.address = f"127.0.0.1:{self.controller.port}"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.received.put((envelope, email.message_from_bytes(envelope.content, policy=email.policy.default)))
        return "250 OK"

    def next(self):
        return self.received.get(timeout=60)


@pytest.fixture
def mailbox():
    mailbox = Mailbox()
    yield mailbox
    mailbox.controller.stop()


@pytest.fixture
def webhook():
    """A server that records the bodies it receives, and answers with `status`."""
    received = queue.Queue()

    class Receiver(Handler):
        def do_POST(self):
            assert self.headers["Content-Type"] == "application/json"
            received.put((self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
            self.reply(server.answer, server.status)

    server = serve(Receiver)
    server.status = 200
    server.answer = {}
    server.url += "/messages?token=t1"
    server.next = lambda: received.get(timeout=60)
    yield server
    server.shutdown()


def reset_password(emulator, address):
    emulator.owner("POST", "v1/projects/demo-project/accounts", {"email": address})
    answer = emulator.client("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": address})
    assert answer["email"] == address, answer


def test_an_e_mail_arrives_at_the_mail_server_with_its_link(start, mailbox):
    emulator = start("--smtp-forward", mailbox.address)
    reset_password(emulator, "ann@example.com")
    envelope, mail = mailbox.next()
    (message,) = emulator.control("GET", "projects/demo-project/messages")["messages"]
    assert envelope.rcpt_tos == ["ann@example.com"] == [mail["To"].addresses[0].addr_spec]
    assert envelope.mail_from == "noreply@demo-project.firebaseapp.com" == mail["From"].addresses[0].addr_spec
    assert mail["Subject"] == "Reset the password of ann@example.com"
    assert mail.get_content_type() == "text/plain"
    assert message["link"] in mail.get_content()
    assert mail["Date"].datetime.isoformat()[:19] == message["createdAt"][:19]
    assert not mail.defects
    assert max(len(line) for line in envelope.content.splitlines()) <= 78


def test_an_e_mail_of_a_template_keeps_its_texts_sender_and_form(start, mailbox):
    emulator = start("--smtp-forward", mailbox.address)
    subject = "Passwort für %APP_NAME% zurücksetzen – ein ziemlich langer Betreff mit Umlauten äöü und 中文"
    emulator.owner(
        "PATCH", "identitytoolkit.googleapis.com/v2/projects/demo-project/config",
        {"notification": {"sendEmail": {"resetPasswordTemplate": {
            "subject": subject, "body": "<p>Grüße, <a href='%LINK%'>weiter</a></p>", "bodyFormat": "HTML",
            "senderDisplayName": "Größe", "senderLocalPart": "hallo", "replyTo": "help@example.com"}}}},
        updateMask="notification.sendEmail.resetPasswordTemplate")
    reset_password(emulator, "bo@example.com")
    _, mail = mailbox.next()
    (message,) = emulator.control("GET", "projects/demo-project/messages")["messages"]
    assert mail["Subject"] == subject.replace("%APP_NAME%", "demo-project") == message["subject"]
    assert mail.get_content_type() == "text/html"
    assert mail.get_content().strip() == message["body"]
    assert str(mail["From"]) == "Größe <hallo@demo-project.firebaseapp.com>"
    assert mail["Reply-To"] == "help@example.com"


def test_every_message_is_posted_in_the_form_of_the_control_api(start, webhook):
    emulator = start("--message-webhook", webhook.url)
    reset_password(emulator, "ann@example.com")
    emulator.client("accounts:sendVerificationCode", {"phoneNumber": "+15555550100"})
    posted = [webhook.next(), webhook.next()]
    messages = emulator.control("GET", "projects/demo-project/messages")["messages"]
    assert posted == [
        ("/messages?token=t1", {"project": "demo-project", "message": message})
        for message in reversed(messages)]
    assert [message["kind"] for message in messages] == ["text", "email"]


def noticed(log, sentence):
    """Waits until the log has a sentence."""
    limit = time.monotonic() + 60
    while sentence not in (text := log.read_text()):
        assert time.monotonic() < limit, text
        time.sleep(0.05)


def test_a_receiver_that_refuses_a_message_fails_no_request_and_is_logged(start, webhook, mailbox, tmp_path):
    webhook.status = 500
    log = tmp_path / "log.txt"
    with log.open("w") as stderr:
        emulator = start("--smtp-forward", mailbox.address, "--message-webhook", webhook.url, stderr=stderr)
        reset_password(emulator, "nobody@example.com")
        noticed(log, "The message to nobody@example.com was not forwarded by --message-webhook: the answer is 500.")
        noticed(log, "The message to nobody@example.com was not forwarded by --smtp-forward: ")
        reset_password(emulator, "ann@example.com")
        assert mailbox.next()[0].rcpt_tos == ["ann@example.com"]
    assert "token=t1" not in log.read_text()


def test_a_long_answer_of_a_receiver_is_no_failure(start, webhook, tmp_path):
    log = tmp_path / "log.txt"
    with log.open("w") as stderr:
        emulator = start("--message-webhook", webhook.url, stderr=stderr)
        webhook.answer = {"text": "x" * 40_000_000}
        reset_password(emulator, "ann@example.com")
        webhook.next()
        webhook.answer, webhook.status = {}, 500
        reset_password(emulator, "kim@example.com")
        noticed(log, "The message to kim@example.com was not forwarded by --message-webhook: the answer is 500.")
    assert "ann@example.com was not forwarded" not in log.read_text()


def test_a_receiver_that_is_down_fails_no_request_and_is_logged(start, tmp_path):
    log = tmp_path / "log.txt"
    with log.open("w") as stderr:
        emulator = start(
            "--smtp-forward", "127.0.0.1:9", "--message-webhook", "http://127.0.0.1:9/t1", stderr=stderr)
        reset_password(emulator, "ann@example.com")
        for flag in ("--smtp-forward", "--message-webhook"):
            noticed(
                log, f"The message to ann@example.com was not forwarded by {flag}: 127.0.0.1:9 cannot be reached")


def test_a_mail_server_that_never_answers_delays_no_request_and_has_a_limited_queue(start, tmp_path):
    log = tmp_path / "log.txt"
    with socket.create_server(("127.0.0.1", 0)) as silent, log.open("w") as stderr:
        emulator = start("--smtp-forward", f"127.0.0.1:{silent.getsockname()[1]}", "--quiet", stderr=stderr)
        reset_password(emulator, "ann@example.com")
        slowest = 0
        with requests.Session() as app:
            for _ in range(1050):
                before = time.monotonic()
                answer = app.post(
                    f"{emulator.url}/v1/accounts:sendOobCode?key=any", timeout=60,
                    json={"requestType": "PASSWORD_RESET", "email": "ann@example.com"})
                assert answer.ok, answer.text
                slowest = max(slowest, time.monotonic() - before)
        noticed(log, "1000 messages wait for --smtp-forward or --message-webhook, so further ones are left out.")
    # The limit of a delivery is ten seconds.
    assert slowest < 8
