"""Compares an answer with the recorded one, to the letter but for what a server chooses."""

import json
import re
import urllib.parse

import saml_responses
from recordings import decoded

INSTANT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"
TOKEN = r"[\w-]+\.[\w-]+\.[\w-]*"
# Of a value that a server chooses only the form is compared.
FORMS = {
    "localId": r"[A-Za-z0-9]{28}", "idToken": TOKEN, "access_token": TOKEN,
    "refreshToken": r".{20,}", "time:string:s": r"\d{10}", "time:string:ms": r"\d{13}",
    "time:instant": INSTANT + r"(\.\d+)?Z", "time:instant3": INSTANT + r"(\.\d{3})?Z",
    "time:instant6": INSTANT + r"(\.\d{3}|\.\d{6})?Z", "projectNumber": r"\d+",
    "bytes": r"[A-Za-z0-9+/_-]*=*", "oobCode": r"[\w-]{10,}", "sessionInfo": r".{10,}",
    "temporaryProof": r".{10,}", "pendingToken": r".{10,}", "mfaPendingCredential": r".{10,}",
    "sharedSecretKey": r"[A-Z2-7]{16,}", "any": r"[\s\S]*", "sessionId": r".{5,}",
    "authState": r".{5,}", "tenantId": r"[a-z][a-z0-9-]{3,}", "url": r"https?://.+",
    "apiKey": r".+", "cert": r"[\s\S]+", "samlId": r"_[0-9a-f]+", "hex64": r"[0-9a-f]{64}",
    "unix": r"\d{10}", "state": r"[\w.%-]+", "mfaEnrollmentId": r"[\w-]{8,}",
    "accessToken": r".+", "phoneSessionInfo": r".{10,}", "tenantIdAny": r"[A-Za-z][A-Za-z0-9-]{3,}",
    "uuid": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"}
PLACEHOLDER = re.compile(r"\{\{([\w:]+)\}\}")
# Times of a token, which the recording has in place of numbers.
TIMES = ("iat", "auth_time")


def shown(value):
    return json.dumps(value, ensure_ascii=False)[:160]


class Comparison:
    """The differences of one answer, as sentences."""

    def __init__(self, case, answer):
        self.case, self.answer, self.differences = case, answer, []

    def differs(self, path, got, want):
        self.differences.append(f"{path or 'body'}: {shown(got)} for {shown(want)}")

    def compare(self, want, got, path=""):
        if path.endswith(".locale"):
            # The language of a message is that of the recording's caller.
            return
        if isinstance(want, str):
            self.compare_text(self.case.text(want), got, path)
        elif isinstance(want, list):
            if not isinstance(got, list) or len(want) != len(got):
                return self.differs(path, got, want)
            for index, (left, right) in enumerate(zip(want, got)):
                self.compare(left, right, f"{path}[{index}]")
        elif isinstance(want, dict):
            name = next((x for x in want if x.startswith("$")), None)
            if name:
                getattr(self, "compare_" + name[1:])(want[name], got, path)
            else:
                self.compare_members(want, got, path)
        elif type(want) is not type(got) or want != got:
            self.differs(path, got, want)

    def compare_text(self, want, got, path):
        if want == "{{time:number:ms}}":
            if not isinstance(got, int) or len(str(got)) != 13:
                self.differs(path, got, want)
            return
        parts = PLACEHOLDER.split(want)
        pattern = "".join(f"(?:{FORMS[x]})" if odd % 2 else re.escape(x) for odd, x in enumerate(parts))
        if not isinstance(got, str) or not re.fullmatch(pattern, got):
            self.differs(path, got, want)

    def compare_members(self, want, got, path):
        if not isinstance(got, dict):
            return self.differs(path, got, want)
        want = {self.case.text(k): x for k, x in want.items()}
        for name in want.keys() - got.keys():
            self.differences.append(f"{path}.{name} is missing")
        for name in got.keys() - want.keys():
            self.differences.append(f"{path}.{name} is not recorded: {shown(got[name])}")
        for name in want.keys() & got.keys():
            self.compare(want[name], got[name], f"{path}.{name}")

    def compare_claims(self, want, got, path):
        """Times by their distance from `iat`, as they are recorded."""
        got = dict(got)
        for name in ("exp", "nbf"):
            if isinstance(got.get(name), int) and isinstance(got.get("iat"), int):
                got[name] = f"iat{got[name] - got['iat']:+d}"
        for name in TIMES:
            if isinstance(got.get(name), int) and want.get(name) == "{{" + name + "}}":
                del got[name]
                want = {k: x for k, x in want.items() if k != name}
        self.compare_members(want, got, path)

    def compare_jwt(self, want, got, path):
        token = decoded(got)
        if not token:
            return self.differs(path, got, want)
        header, claims, signature = token
        for name in ("alg", "typ"):
            if want.get(name) != header.get(name):
                self.differs(f"{path} header {name}", header.get(name), want.get(name))
        if want["alg"] != "none" and not signature:
            self.differences.append(f"{path} has no signature")
        if "kid" not in header and not want.get("noKid"):
            self.differences.append(f"{path} header kid is missing")
        self.compare_claims(want["claims"], claims, path + " claim")

    def compare_jsonString(self, want, got, path):
        try:
            self.compare_claims(want, json.loads(got), path)
        except (TypeError, ValueError):
            self.differs(path, got, want)

    def compare_link(self, want, got, path):
        fields = self.fields(got)
        if not fields.pop("apiKey", None):
            self.differences.append(f"{path} has no apiKey")
        if fields.pop("oobCode", None) != self.answer.get("oobCode"):
            self.differences.append(f"{path} has another oobCode than the answer")
        self.compare_members(want, fields, path)

    def compare_authnRequest(self, want, got, path):
        endpoint, document, _ = saml_responses.request(got)
        self.compare(want["endpoint"], endpoint, f"{path}.endpoint")
        self.compare(want["xml"], document, f"{path}.SAMLRequest")

    def compare_outerLink(self, want, got, path):
        fields = self.fields(got)
        if set(fields) != {"link"}:
            return self.differs(path, got, "a link around the link")
        self.compare_link(want, fields["link"], path)

    @staticmethod
    def fields(link):
        query = urllib.parse.urlparse(link if isinstance(link, str) else "").query
        return dict(urllib.parse.parse_qsl(query, keep_blank_values=True))


def message(body):
    error = body.get("error") if isinstance(body, dict) else None
    return error.get("message", "") if isinstance(error, dict) else ""


def differences(case, step, status, body):
    """Sentences about how an answer differs from the recorded one; empty where it agrees."""
    answer = step["answer"]
    if status != answer["status"]:
        want = case.text(message(answer.get("body")))
        return [f"{status} {message(body)!r} for {answer['status']} {want!r}"]
    if answer.get("nonJson"):
        return [] if body is None else ["JSON for a page"]
    if status == 200:
        hidden, only = step.get("ignore", []), step.get("project")
        body = {k: x for k, x in body.items() if k not in hidden and (not only or k == only)}
    comparison = Comparison(case, body)
    comparison.compare(answer.get("body"), body)
    if not comparison.differences:
        for relation in step.get("relations", []):
            compare_relation(case, step, body, relation, comparison.differences)
    return comparison.differences


def compare_relation(case, step, body, relation, found):
    """Two values of answers, which are the same, or in some order."""
    kind, *names, want = relation
    case.answers[""] = body
    left, right = (case.reference(x) if ":" in x else case.found("", x) for x in names)
    if kind == "same":
        got = "same" if left == right else "different"
    else:
        order = (int(left) > int(right)) - (int(left) < int(right))
        got = {-1: "earlier", 0: "equal", 1: "later"}[order]
    if got != want:
        found.append(f"{names[0]} and {names[1]} are {got}, recorded {want}")
