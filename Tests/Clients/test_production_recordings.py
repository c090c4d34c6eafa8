"""The production profile answers as production was recorded to answer.

`Tests/Recordings/production/differing.json` lists the steps that differ, each with a reason. A step that
differs and is not in the list fails, and so does one of the list that agrees.
"""

import json

import pytest

from recorded_answers import differences
from recorded_servers import Functions, Issuer, serve
from recordings import FOLDER, Case, Missing, cases

# By what a run takes, so that two workers share it evenly.
PROGRAMS = [
    ("mfa",), ("account",), ("action",), ("credential", "config-sdk"),
    ("tenant-blocking", "federation", "federation-followup", "federation-saml")]


def run(case):
    """Each judged step of a case with its differences."""
    case.set_up()
    for step in case.steps:
        if step.get("skip"):
            continue
        case.advance(step.get("delay", 0) + step.get("wait", 0) + case.pause)
        if step.get("align"):
            case.advance((10 - case.now() % 30) % 30)
        if step.get("waitTo"):
            since, seconds = step["waitTo"]
            case.advance(case.times[since] + seconds - case.now())
        case.times[step["step"]] = float(int(case.now()))
        try:
            if step.get("local"):
                case.answers[step["step"]] = {"token": case.value(step["request"]["token"])}
                continue
            status, body = case.call(step["request"])
            case.answers[step["step"]], case.codes[step["step"]] = body, case.code
            yield step, differences(case, step, status, body)
        except Missing as missing:
            yield step, [str(missing)]


@pytest.fixture(scope="module")
def servers():
    running = [serve(Issuer), serve(Functions)]
    yield [x.url for x in running]
    for server in running:
        server.shutdown()


def compare(emulator, programs, file, differing):
    """Compares what is wrong with the list of exceptions in a file, each with a reason.

    `differing` yields each step of a case with what is wrong.
    """
    known = json.loads((FOLDER / file).read_text())
    known = {k: x for k, x in known.items() if k.split("/")[0] in programs}
    assert all(known.values()), "each has a reason"
    found = {}
    for steps in cases(programs):
        # What the answers have depends on no machine's speed.
        emulator.control("POST", "clock:set", {"now": "2026-09-25T10:00:00Z", "frozen": True})
        for step, wrong in differing(steps):
            if wrong:
                found[f"{step['program']}/{step['case']}#{step['step']}"] = wrong
    new = {k: x for k, x in found.items() if k not in known}
    assert not new, "\n".join(f"{k}: {x}" for k, x in new.items())
    gone = known.keys() - found.keys()
    assert not gone, f"These steps are right now: remove them from {file}: {sorted(gone)}"


@pytest.mark.parametrize("programs", PROGRAMS, ids="+".join)
def test_answers_are_the_recorded_ones(start, servers, programs):
    emulator = start("--profile", "production", "--sign-id-tokens")
    compare(emulator, programs, "differing.json", lambda steps: run(Case(emulator, steps, *servers)))
