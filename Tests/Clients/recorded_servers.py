"""The servers that the recorded project used: an OpenID issuer, and blocking functions.

Both answer as the recording project's did, so that the emulator has to ask for the same.
"""

import contextlib
import http.server
import json
import re
import threading
import time

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

KEY_ID = "recorded"
# One for the session: only its form is compared.
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def reply(self, body, status=200):
        data = json.dumps(body, separators=(",", ":")).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        # A caller that stopped waiting has gone.
        with contextlib.suppress(OSError):
            self.wfile.write(data)


def serve(handler):
    """Starts a server on a free port; its address is server.url."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Issuer(Handler):
    """An issuer at /oidc/RUN that publishes one key."""

    def do_GET(self):
        found = re.fullmatch(
            r"(/oidc/(?![\w-]+-unpublished/)[\w-]+)(/\.well-known/openid-configuration|/jwks)", self.path)
        if not found:
            return self.reply({}, 404)
        issuer = f"http://{self.headers['Host']}{found[1]}"
        if found[2] == "/jwks":
            key = jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key(), as_dict=True)
            return self.reply({"keys": [{**key, "use": "sig", "alg": "RS256", "kid": KEY_ID}]})
        document = {
            "issuer": issuer, "authorization_endpoint": f"{issuer}/authorize",
            "token_endpoint": f"{issuer}/token", "jwks_uri": f"{issuer}/jwks",
            "response_types_supported": ["id_token", "code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"]}
        if issuer.endswith("-scopes"):
            document["scopes_supported"] = ["openid", "email", "profile"]
        return self.reply(document)


# The words of the address name the behaviour of a function, behind the letter of its event.
LETTERS = {"beforeCreate": "c", "beforeSignIn": "s", "beforeSendEmail": "e", "beforeSendSms": "p"}
REFUSALS = {
    "pd": (403, "PERMISSION_DENIED"), "ia": (400, "INVALID_ARGUMENT"),
    "un": (503, "UNAVAILABLE"), "rx": (429, "RESOURCE_EXHAUSTED"), "in": (500, "INTERNAL")}
# The members of a user in an event, by the names that the functions SDK gives them.
USER_MEMBERS = {
    "email": "email", "email_verified": "emailVerified", "display_name": "displayName",
    "photo_url": "photoURL", "phone_number": "phoneNumber", "password_hash": "passwordHash",
    "password_salt": "passwordSalt", "custom_claims": "customClaims", "tenant_id": "tenantId", "uid": "uid"}
CREDENTIALS = {
    "claims": "sign_in_attributes", "idToken": "oauth_id_token",
    "accessToken": "oauth_access_token", "refreshToken": "oauth_refresh_token"}


def kind(value):
    """A type as the recording wrote it: `u` for undefined."""
    return "u" if value is None else "string" if isinstance(value, str) else "number"


def echo(event, project):
    """The reports of the recorded functions about their event."""
    user, method, tenant = (event.get(x) for x in ("user_record", "sign_in_method", "tenant_id"))
    provider = "password" if method == "emailLink" else method
    members = ["isNewUser"] + ["providerId"] * bool(provider)
    for name, wire in (("email", "email"), ("phoneNumber", "phone_number")):
        if event.get(wire) and not user:
            members.append(name)
    name = event.get("event_type")
    said = {
        "t": f"providers/cloud.auth/eventTypes/user.{name}" + (f":{method}" if method else ""),
        "at": "USER" if user else "UNAUTHENTICATED",
        "rn": f"projects/{project}" + (f"/tenants/{tenant}" if tenant else ""),
        "au": sorted(members), "nu": name == "beforeCreate",
        "cr": sorted(k for k, wire in CREDENTIALS.items() if event.get(wire)) or None,
        "cx": [kind(event.get(x)) for x in ("ip_address", "user_agent", "locale", "event_id")]
        + ["string" if isinstance(event.get("iat"), int) else "u"]}
    if provider:
        said["pi"] = provider
    for short, wire in (("et", "email_type"), ("st", "sms_type")):
        if event.get(wire):
            said[short] = event[wire]
    if not user:
        return {**said, "u": None, "pd": None, "mf": None, "cc": None, "tn": "u"}
    factors = (user.get("multi_factor") or {}).get("enrolled_factors") or []
    said["u"] = sorted(
        [v for k, v in USER_MEMBERS.items() if user.get(k) is not None]
        + ["disabled", "metadata", "multiFactor", "providerData", "tokensValidAfterTime"])
    for short, wire in (("ev", "email_verified"), ("dn", "display_name")):
        if wire in user:
            said[short] = user[wire]
    return {
        **said, "dis": bool(user.get("disabled")),
        "pd": sorted(x.get("provider_id") for x in user.get("provider_data") or []),
        "mf": [x.get("factor_id") or ("phone" if x.get("phone_number") else None) for x in factors] or None,
        "cc": sorted(user.get("custom_claims") or {}), "tn": kind(user.get("tenant_id"))}


class Functions(Handler):
    """The recorded blocking functions, at /PROJECT/EVENT."""

    def refuse(self, code, message):
        status, name = REFUSALS.get(code, (400, code))
        self.reply({"error": {"message": message, "status": name}}, status)

    def do_POST(self):
        _, project, name = self.path.split("/")
        token = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["data"]["jwt"]
        event = jwt.decode(token, options={"verify_signature": False})
        address = (event.get("user_record") or {}).get("email") or event.get("email") or ""
        found = re.match(r"pr-\d+-(.+)@", address)
        letter = LETTERS[name]
        words = {x[1:] for x in (found[1].split("-") if found else []) if x.startswith(letter)}
        said = json.dumps(echo(event, project), separators=(",", ":"))
        for word in words:
            if word.startswith("deny"):
                return self.refuse(word[4:], f"atb {letter} refused")
        if "throw" in words:
            return self.refuse("in", "An unexpected error occurred.")
        if letter == "e":
            if "echo" in words:
                return self.refuse("FAILED_PRECONDITION", said)
            return self.reply({"recaptchaActionOverride": "BLOCK"} if "block" in words else {})
        if letter == "p":
            if event.get("phone_number") == "+16505550106":
                return self.refuse("FAILED_PRECONDITION", said)
            return self.reply({})
        claims = "customClaims" if letter == "c" else "sessionClaims"
        if "slow" in words:
            time.sleep(8)
        if "big" in words:
            return self.refuse("ia", f"The {claims} payload should not exceed 1000 characters.")
        if "reserved" in words:
            reserved = "aud" if letter == "c" else "iss"
            return self.refuse(
                "ia", f'The {claims} claims "{reserved}" are reserved and cannot be specified.')
        record = {claims: {"atbC" if letter == "c" else "atbS": json.loads(said)}}
        for word, value in (
                ("disable", {"disabled": True}), ("badtype", {"displayName": 42}),
                ("unknown", {"notAField": True})):
            if word in words:
                record = dict(value)
        if "profile" in words:
            record |= {
                "displayName": "ATB Profile", "photoURL": "https://example.com/atb.png",
                "emailVerified": True}
        return self.reply({"userRecord": {**record, "updateMask": ",".join(record)}})
