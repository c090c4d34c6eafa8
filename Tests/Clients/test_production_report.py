"""The report names what production answers differently, in the recordings of production.

Each recorded request goes to the profile compatible. Where status or code differ from the recorded ones,
the report must name the request, and nothing where they do not. `Tests/Recordings/production/report.json`
lists the exceptions, each with a reason.
"""

import pytest

from recordings import Case
from test_production_recordings import PROGRAMS, compare, run, servers  # noqa: F401

# Differences of production whose answer is the same; a later answer shows them.
SHOWN_LATER = {
    "changedAddress", "emailLinkPassword", "emptyProfileText", "enrollmentClaims", "importedID",
    "keptProfile", "legacyToken", "phoneNumberForm", "refusedSignUp", "withdrawnFactor"}


def code(body):
    """The code of a refusal, without the text behind it."""
    error = body.get("error") if isinstance(body, dict) else None
    return error["message"].split(" : ")[0] if isinstance(error, dict) else None


class CompatibleCase(Case):
    """A recorded case in the profile compatible, with what the report says of each request."""

    profile = "compatible"
    pause = 0
    result = None

    def call(self, request):
        self.result = None
        self.send("DELETE", "/emulator/v1/report")
        status, body = super().call(request)
        self.result = (status, code(body))
        report = self.session.get(f"{self.emulator.url}/emulator/v1/report", timeout=60).json()
        self.named = {x["rule"]: x["production"] for x in report["differences"]}
        return status, body


def reported(case):
    """Each step with what is wrong in the report of its request, or None."""
    for step, _ in run(case):
        if case.result is None:
            continue
        recorded = (step["answer"]["status"], code(step["answer"].get("body")))
        named = case.named
        # The issuer of these tests is an http one, which no recording has.
        if named.get("verifyCredentials") == "INVALID_ISSUER" != recorded[1]:
            named.pop("verifyCredentials")
        if case.result != recorded:
            yield step, None if named else f"{case.result} for {recorded} is not in the report"
        else:
            early = {k: x for k, x in named.items() if k not in SHOWN_LATER}
            yield step, f"the answer is production's, and the report names {early}" if early else None


@pytest.mark.parametrize("programs", PROGRAMS, ids="+".join)
def test_the_report_names_each_difference_and_no_other(start, servers, programs):  # noqa: F811
    emulator = start("--sign-id-tokens")
    compare(emulator, programs, "report.json", lambda steps: reported(
        CompatibleCase(emulator, steps, *servers)))
