"""Replays recorded cases of production against an emulator, and compares the answers.

Tests/Recordings/production/README.md describes the form of the recordings.
"""

import base64
import binascii
import datetime
import gzip
import hashlib
import itertools
import json
import pathlib
import re
import time
import urllib.parse

import jwt
import pyotp
import requests
from cryptography.hazmat.primitives import serialization

import saml_responses
from recorded_servers import KEY, KEY_ID, OTHER_KEY

FOLDER = pathlib.Path(__file__).parent.parent / "Recordings/production"
OWNER = {"Authorization": "Bearer owner"}
AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
CERTIFICATE = saml_responses.certificate(KEY)
EVENTS = ("beforeCreate", "beforeSignIn", "beforeSendEmail", "beforeSendSms")


def cases(programs):
    """The steps of each case of some programs, in order."""
    with gzip.open(FOLDER / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        steps = [json.loads(line) for line in lines]
    wanted = (x for x in steps if x["program"] in programs)
    for _, group in itertools.groupby(wanted, key=lambda x: (x["program"], x["case"])):
        yield list(group)


def decoded(token):
    """Header and claims of a token, and its signature; None for what is no token."""
    try:
        header, payload, signature = token.split(".")
        return (*(json.loads(jwt.utils.base64url_decode(x)) for x in (header, payload)), signature)
    except (AttributeError, ValueError, binascii.Error):
        return None


def encode(part):
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()


def tampered(token, how):
    header, payload, signature = token.split(".")
    if how == "signature":
        data = bytearray(jwt.utils.base64url_decode(signature) or bytes(8))
        data[len(data) // 2] ^= 0xFF
        return f"{header}.{payload}.{encode(bytes(data))}"
    if how == "strip-signature":
        return f"{header}.{payload}."
    if how == "alg-none":
        unsigned = {**decoded(token)[0], "alg": "none"}
        return f"{encode(json.dumps(unsigned).encode())}.{payload}."
    assert how == "payload", how
    claims = {**decoded(token)[1], "tampered": True}
    return f"{header}.{encode(json.dumps(claims).encode())}.{signature}"


class Missing(Exception):
    """A value of an earlier answer that ours does not have."""


class Case:
    """One recorded case in its own project."""

    profile = "production"
    # The seconds between two steps: users are sorted by their moments. The clock is frozen otherwise.
    pause = 0.001

    def __init__(self, emulator, steps, issuer, functions):
        self.emulator, self.steps, self.functions = emulator, steps, functions
        # The same names in each run, which no other case has.
        digest = hashlib.sha256(f"{steps[0]['program']}/{steps[0]['case']}".encode()).hexdigest()
        self.run = str(int(digest, 16) % (9 * 10**9) + 10**9)
        self.project = f"demo-pr-{digest[:10]}"
        self.key = f"key-{self.project}"
        self.account = f"recorded@{self.project}.iam.gserviceaccount.com"
        self.issuer = f"{issuer}/oidc/{self.run}"
        self.answers, self.tokens, self.times, self.codes, self.tenants = {}, {}, {}, {}, {}
        self.code = None
        self.session = requests.Session()

    # Values of requests

    def text(self, text):
        """A recorded text with the names of this run."""
        text = re.sub(r"\{\{mail:([\w.-]+)\}\}", rf"pr-{self.run}-\1@example.com", text)
        text = re.sub(r"\{\{MAIL:([\w.-]+)\}\}", rf"PR-{self.run}-\1@Example.COM", text)
        # An id sorts before the recorded page token `not-a-token`, as production's empty page shows.
        text = re.sub(r"\{\{uid:([\w.-]+)\}\}", rf"id-{self.run}-\1", text)
        text = re.sub(r"\{\{tenant:(\w+)\}\}", lambda x: self.tenants.get(x[1], f"no-tenant-{x[1]}"), text)
        for name, value in (
                ("{project}", self.project), ("{run}", self.run), ("{issuer}", self.issuer),
                ("{CERT}", CERTIFICATE)):
            text = text.replace(name, value)
        return text

    def found(self, step, path):
        """A value of an earlier answer, through tokens as well."""
        value = self.answers.get(step)
        for part in path.split("."):
            if isinstance(value, str):
                if part == "-1":
                    value = value.rsplit("/", 1)[-1]
                    continue
                token = decoded(value)
                value = token and token[1]
            if isinstance(value, list) and int(part) < len(value):
                value = value[int(part)]
            else:
                value = value.get(part) if isinstance(value, dict) else None
            if value is None:
                raise Missing(f"needs {step}:{path}, which our answer does not have")
        return value

    def reference(self, text):
        return self.found(*text.split(":", 1))

    def value(self, value):
        """A recorded value of a request as this run sends it."""
        if isinstance(value, list):
            return [self.value(x) for x in value]
        if isinstance(value, dict):
            name = next((x for x in value if x.startswith("$")), None)
            if name:
                return getattr(self, "make_" + name[1:])(value[name], value)
            return {self.text(k): self.value(x) for k, x in value.items()}
        if not isinstance(value, str):
            return value
        whole = re.fullmatch(r"\{\{=([^:}]+):([^}]+)\}\}", value)
        if whole:
            return self.found(whole[1], whole[2])
        return self.text(re.sub(r"\{\{=([^:}]+):([^}]+)\}\}", lambda x: str(self.found(x[1], x[2])), value))

    def once(self, spec, make):
        """The same token for the same description."""
        key = json.dumps(spec, sort_keys=True)
        if key not in self.tokens:
            self.tokens[key] = make()
        return self.tokens[key]

    def make_customToken(self, spec, value):
        token = self.once(spec, lambda: self.custom_token(spec))
        return tampered(token, value["tamper"]) if value.get("tamper") else token

    def custom_token(self, spec):
        now = int(self.now()) + spec.get("iatOffset", 0)
        account = self.account
        if spec.get("signer") == "other":
            account = "other@demo-another-project.iam.gserviceaccount.com"
        claims = {
            "iss": account, "sub": account, "aud": AUDIENCE, "iat": now,
            "exp": now + spec.get("lifetime", 3600)}
        for name in ("uid", "claims", "tenant_id"):
            if name in spec:
                claims[name] = spec[name] if name == "claims" else self.value(spec[name])
        claims |= spec.get("set", {})
        claims = {k: x for k, x in claims.items() if k not in spec.get("omit", [])}
        return jwt.api_jws.encode(json.dumps(claims).encode(), KEY, "RS256", {"kid": KEY_ID})

    def make_idToken(self, spec, _):
        return self.once([spec["name"], spec["aud"]], lambda: self.id_token(spec))

    def id_token(self, spec):
        now = int(self.now())
        claims = {
            "iss": self.issuer, "aud": spec["aud"], "sub": f"sub-{spec['name']}", "iat": now,
            "exp": now + 3600}
        claims |= self.value(spec.get("claims", {}))
        claims |= {k: now + x for k, x in spec.get("now", {}).items()}
        if "nonceOf" in spec:
            claims["nonce"] = hashlib.sha256(spec["nonceOf"].encode()).hexdigest()
        claims = {k: x for k, x in claims.items() if k not in spec.get("drop", [])}
        key = OTHER_KEY if spec.get("signWith") == "other" else KEY
        # A header may name another algorithm than that of the signature.
        header = {"typ": "JWT", "alg": "RS256", "kid": KEY_ID, **spec.get("header", {})}
        signed = ".".join(encode(json.dumps(x).encode()) for x in (header, claims))
        signature = jwt.get_algorithm_by_name("RS256").sign(signed.encode(), key)
        return f"{signed}.{encode(signature)}"

    def make_tamper(self, reference, value):
        return tampered(self.reference(reference), value["how"])

    def make_chop(self, reference, value):
        return self.reference(reference)[:-value["drop"]]

    def make_sumString(self, parts, _):
        return str(int(self.reference(parts[0])) + parts[1])

    def make_isoFromNow(self, seconds, _):
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.now() + seconds))

    def make_form(self, form, _):
        return urllib.parse.urlencode({k: self.value(x) for k, x in form.items()})

    def make_saml(self, spec, _):
        spec = self.value(spec)
        uri = self.found(spec["request"], "authUri")
        answer = saml_responses.response(
            self.now(), spec["issuer"], spec["audience"], spec["destination"], spec["nameId"],
            spec["inResponseTo"] if "inResponseTo" in spec else saml_responses.request_id(uri),
            spec.get("recipient"), spec.get("attributes"), spec.get("notBefore", -60),
            spec.get("notOnOrAfter"), spec.get("confirmationNotOnOrAfter", 300),
            spec.get("assertionIssuer"), spec.get("status", saml_responses.SUCCESS))
        if spec.get("break_") != "unsigned":
            saml_responses.sign(saml_responses.assertion(answer), KEY)
        if spec.get("break_") == "digest":
            saml_responses.assertion(answer)[0].text += " "
        return saml_responses.encoded(answer)

    def make_relayState(self, step, _):
        return saml_responses.request(self.found(step, "authUri"))[2]

    def make_sameCode(self, step, _):
        return self.codes[step]

    def make_totp(self, reference, value):
        moment = int(self.now()) + 30 * value.get("offset", 0)
        self.code = pyotp.TOTP(self.reference(reference)).at(moment)
        return self.code

    def make_wrongTotp(self, reference, _):
        totp, now = pyotp.TOTP(self.reference(reference)), int(self.now())
        # None of a moment that the check may accept.
        right = {totp.at(now + 30 * count) for count in range(-7, 8)}
        return next(code for code in map("{:06}".format, range(16)) if code not in right)

    # Requests

    def send(self, method, path, body=None, **options):
        return self.session.request(method, self.emulator.url + path, json=body, timeout=60, **options)

    def control(self, method, path, body):
        answer = self.send(method, f"/emulator/v1/{path}", body)
        assert answer.ok, answer.text
        return answer.json()

    def now(self):
        shown = self.session.get(f"{self.emulator.url}/emulator/v1/clock", timeout=60).json()
        return datetime.datetime.fromisoformat(shown["now"]).timestamp()

    def advance(self, seconds):
        if seconds > 0:
            self.control("POST", "clock:advance", {"milliseconds": int(seconds * 1000)})

    def set_up(self):
        """The recorded project's configuration, in a project of this run."""
        setup = self.steps[0]["project_setup"]
        own = f"projects/{self.project}"
        public = KEY.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        self.control("PATCH", f"{own}/settings", {"profile": self.profile})
        self.control("POST", f"{own}/apiKeys", {"apiKey": self.key})
        self.control("PATCH", f"{own}/config", {"serviceAccounts": [
            {"clientEmail": self.account, "publicKey": public.decode()}]})
        config = self.value(setup.get("config") or {})
        if setup.get("multiTenant"):
            config["multiTenant"] = {"allowTenants": True}
        if setup.get("functions"):
            config["blockingFunctions"] = {"triggers": {
                x: {"functionUri": f"{self.functions}/{self.project}/{x}"} for x in EVENTS}}
        self.configure(config)
        for label, tenant in (setup.get("tenants") or {}).items():
            made = self.send(
                "POST", f"/identitytoolkit.googleapis.com/v2/{own}/tenants", self.value(tenant),
                headers=OWNER)
            assert made.ok, made.text
            self.tenants[label] = made.json()["name"].rsplit("/", 1)[-1]
        self.configure(self.value(setup.get("after") or {}))

    def configure(self, config):
        mask = []
        for name, value in config.items():
            mask += [f"{name}.{x}" for x in value] if name in ("signIn", "client") else [name]
        if mask:
            answer = self.send(
                "PATCH", f"/identitytoolkit.googleapis.com/v2/projects/{self.project}/config",
                config, params={"updateMask": ",".join(mask)}, headers=OWNER)
            assert answer.ok, answer.text

    def call(self, request):
        """Sends a recorded request; gives status and body."""
        path = self.value(request["path"])
        query = {k: self.value(x) for k, x in (request.get("query") or {}).items()}
        if request["auth"] == "key":
            query["key"] = self.key
        host = "securetoken" if request.get("api") == "securetoken" else "identitytoolkit"
        # Production serves an issuer by https alone, which the one of this test is not.
        relaxes = (
            self.profile == "production" and "oauthIdpConfigs" in path
            and "web.app/oidc" not in json.dumps(request.get("body")))
        if relaxes:
            self.verify_credentials("warn")
        try:
            answer = self.send(
                request["method"], f"/{host}.googleapis.com/" + urllib.parse.quote(path, safe="/:.$-_~"),
                self.value(request["body"]) if "body" in request else None,
                data=self.value(request["form"]) if "form" in request else request.get("rawBody"),
                params=query, headers=OWNER if request["auth"] == "admin" else None)
        finally:
            if relaxes:
                self.verify_credentials("on")
        try:
            return answer.status_code, answer.json() if answer.content else {}
        except ValueError:
            return answer.status_code, None

    def verify_credentials(self, value):
        self.control("PATCH", f"projects/{self.project}/settings", {"verifyCredentials": value})
