"""Placeholders for the values that the emulator chooses at random, for compare_builds.py."""

import base64
import datetime
import json
import re
import time
import urllib.parse
import zlib


class Placeholders:
    """Replaces the random values of one text by their form and the number of their first appearance."""

    TOKEN = re.compile(r"(?:(?<![\w-])|(?<=%3D)|(?<=%22))eyJ[\w-]+\.[\w-]*(?:\.[\w-]*)?")
    SAML = re.compile(r"(?<=SAMLRequest=)[\w%+/=-]+")
    # Of a form with a group, the group alone is replaced.
    FORMS = [(name, re.compile(form, re.S)) for name, form in (
        ("pem", r"(-----BEGIN [A-Z ]+-----.*?-----END)"),
        ("port", r"(?:127\.0\.0\.1:|\blocalhost:|%3A|\"port\":)(\d{4,5})\b"),
        ("uuid", r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"),
        ("apple", r"\b[0-9a-f]{33}\.0\.[a-z]{4}\.[\w-]{20,}|\b\d{6}\.[0-9a-f]{32}\.\d{4}\b|\bG:\d{10}\b"),
        ("relay", r"\b[0-9a-z]{10}(?=@privaterelay)"),
        ("request", r"\b0[0-9a-z]{5}-[0-9a-z]{5}\b"),
        ("name", r'"id":"([a-z]{12}|[\w-]{16})"'),
        ("name", r"fault ([a-z]{12})\b"),
        ("word", r"\b(?:at_hash|c_hash|jti|kid|nonce|rh|salt|sessionId|state|uti)\\?(?:\": ?\\?\"|=)([\w.+/-]+)"),
        ("word", r"<dt>(?:nonce|state|code_\w+)</dt><dd><code>([^<]+)"),
        ("word", r'"passwordHash": ?"([\w+/-]{20,}=*)"|\bgho_\w{36}'),
        ("code", r'"(?:code|verificationCode)": ?"(\d{6})"'),
        ("account", r"(?<![\w+.-])(?:[1-9]\d{7}|\d{15,21})(?![\w.-])"),
        ("secret", r"\b[A-Z2-7]{32}\b"),
        ("hex", r"(?<![0-9a-zA-Z])[0-9a-f]{16,}(?![0-9a-zA-Z])"),
        ("salt", r"\bZmFrZVNhbH[\w+/-]+=*|\bfakeSalt\w{20}"),
        ("word", r"\b0\.A[\w-]{40,}|/certificates/([\w-]{27})\b"),
        ("word", r"(?<![\w./+-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,}(?![\w/+=-])"),
        ("word", r"(?<![\w./+-])(?!/[a-z_]{3,}/)(?=C*\d)(?=C*[a-z])(?=C*[A-Z])C{20,}=*".replace(
            "C", r"(?:[\w/+-]|%2[BF])")))]
    # Replaced wherever they are, because their forms are those of other words too.
    LEARNED = [(name, re.compile(form)) for name, form in (
        ("tenant", r'/tenants/([\w-]+-[a-z0-9]{5})"'),
        ("id", r'"(?:localId|sub)\\?": ?\\?"([A-Za-z0-9]{24}|[A-Za-z0-9]{28})\\?"'))]
    DURATION = re.compile(r'((?:latencyMicroseconds|uptimeSeconds)": ?)\d+')
    # A scenario runs at the machine's time, in which its steps move; all else is years ahead.
    MOMENT = re.compile(r"\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?|\b(\d{10})(?:\d{3})?\b")

    def __init__(self, text):
        self.numbers, self.learned, self.first = {}, {}, None
        for name, form in self.LEARNED:
            for value in dict.fromkeys(form.findall(text)):
                self.learned.setdefault(value, f"<{name} {len(self.learned)}>")
        self.text = self.applied(text)

    def number(self, name, match):
        """The placeholder of a match."""
        group = match.lastindex or 0
        values = self.numbers.setdefault(name, {})
        shown = f"<{name} {values.setdefault(match[group], len(values) + 1)}>"
        start, end = (x - match.start() for x in match.span(group))
        return match[0][:start] + shown + match[0][end:]

    def token(self, match):
        """A token by its parts in JSON, and by having a signature."""
        shown = []
        for part in match[0].split(".")[:2]:
            try:
                said = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode()
                json.loads(said)
            except ValueError:
                break
            shown.append(self.applied(said))
        end = "unsigned" if match[0].endswith(".") else "signed"
        return f"<token {'.'.join(shown)} {end}>" if shown else match[0]

    def saml(self, match):
        """An AuthnRequest as its XML."""
        try:
            deflated = base64.b64decode(urllib.parse.unquote(match[0]))
            return f"<saml {self.applied(zlib.decompress(deflated, -zlib.MAX_WBITS).decode())}>"
        except (ValueError, zlib.error):
            return match[0]

    def moment(self, match):
        """A time near the machine's as minutes from the first one."""
        text, seconds = match.groups()
        seconds = int(seconds or datetime.datetime.fromisoformat(f"{text}+00:00").timestamp())
        if abs(seconds - time.time()) > 90 * 86400:
            return match[0]
        self.first = self.first or seconds
        return f"<minute {round((seconds - self.first) / 60)}>"

    def applied(self, text):
        for value, shown in self.learned.items():
            text = text.replace(value, shown)
        text = self.TOKEN.sub(self.token, self.SAML.sub(self.saml, text))
        text = self.DURATION.sub(r"\1<duration>", self.MOMENT.sub(self.moment, text))
        for name, form in self.FORMS:
            text = form.sub(lambda x, name=name: self.number(name, x), text)
        return text
