#!/usr/bin/env python3
"""Runs the same things on two binaries of the emulator, and compares what they print and answer.

    .build/venv/bin/python Tests/Tools/compare_builds.py BEFORE AFTER [--only GROUP…] [--also COMMAND…]

It prints what differs, by group, and exits with 1 if something differs. Texts are compared byte for byte. The
clock of each emulator is frozen. A value that a process chooses at random has a placeholder with a number
(placeholders.py), so that a value in the place of another one differs. The groups:

    help         `--help` of each command, the topics, the completions of three shells
    openapi      GET /emulator/openapi.json
    console      the console's page and each file that it loads
    calls        each operation of BEFORE's OpenAPI document with its example, or else with `{}`
    scenarios    `scenarios run`, and the log of each run: requests, answers, decisions
    files        the demo users exported in each format, and each export imported again
    production   the recorded requests of Tests/Recordings in the profile production, and their log
    compatible   the same in the profile compatible
    also         what each COMMAND prints: a shell command, in which `{}` is the binary

The requests of the goldens are written in Swift: `swift test` sends them. Tests/Clients sends the recordings,
with the Python packages of its requirements.txt. The other groups need the standard library alone.
"""

import argparse
import concurrent.futures
import difflib
import functools
import http.client
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

from placeholders import Placeholders

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(TESTS / "Running"), str(TESTS / "Clients")]
from emulator import RunningEmulator  # noqa: E402

NOW = "2030-01-01T10:00:00Z"
DEMO = str(TESTS.parent / "seed-data/demo.json")
EXPORT = "/emulator/v1/export?project=demo-project&format=seed"
GROUPS = ("help", "openapi", "console", "calls", "scenarios", "files", "production", "compatible")
# Of the paths of operations, where the document has no example.
VALUES = {
    "project": "demo-project", "tenant": "demo-tenant", "issuer": "oidc.demo", "screen": "users",
    "item": "password-user", "user": "password-user", "version": "v19.0", "size": "48x48", "key": "none",
    "file": "app.js", "id": "ab12-1"}


class Build:
    """A binary, and what it printed and answered, by group and name."""

    def __init__(self, binary, operations, folder):
        self.binary, self.operations, self.folder = binary, operations, folder
        self.texts, self.count = {}, 0

    def add(self, group, name, text):
        text = text.replace(str(self.folder), "<folder>")
        if group in ("help", "openapi", "console"):
            # Nothing there is random but a port, and the name of a private type. One hash is of all files.
            self.texts[group, name] = re.sub(
                r"(?<=127\.0\.0\.1:)\d+|_unknown_context_at_\w+|(?<=/assets/)\w+", "<random>", text)
        else:
            self.texts[group, name] = Placeholders(text).text

    def command(self, *words):
        done = subprocess.run(
            [self.binary, *words], cwd=self.folder, capture_output=True, text=True, timeout=600)
        return f"exit code {done.returncode}\n{done.stdout}{done.stderr}"

    def start(self, *flags):
        self.count += 1
        return Running(self.binary, self.folder / f"{self.count}.sqlite", *flags)

    def help(self):
        general = self.command("--help")
        self.add("help", "--help", general)
        names = re.findall(r"^  (\w+)", general.split("Commands\n")[1].split("\n\n")[0], re.M)
        topics = re.findall(r"^  help TOPIC +([\w, ]+):", general, re.M)
        for words in (
                *[(x, "--help") for x in names], ("help", "topics"), ("--version",),
                *[("help", x) for x in topics[0].split(", ")],
                *[("completions", x) for x in ("bash", "zsh", "fish")]):
            self.add("help", " ".join(words), self.command(*words))

    def openapi(self):
        with self.start() as emulator:
            document = emulator.answer("GET", "/emulator/openapi.json")[2]
            self.add("openapi", "document", json.dumps(json.loads(document), indent=1))
            self.add("openapi", "bytes", document)

    def console(self):
        with self.start() as emulator:
            page = emulator.answer("GET", "/emulator/ui")[2]
            files = sorted(set(re.findall(r'"(?:/emulator/)?(ui/assets/[^"]+)"', page)))
            self.add("console", "page", page)
            for path in files:
                self.add("console", path.rsplit("/", 1)[1], emulator.shown("GET", f"/emulator/{path}"))

    def calls(self):
        with self.start() as emulator:
            self.command("seed", DEMO, "--url", emulator.url)
            for method, path, body in self.operations:
                emulator.freeze()
                self.add("calls", f"{method} {path}", emulator.shown(method, path, body))

    def scenarios(self):
        with self.start("--log-secrets") as emulator:
            for name in (x["name"] for x in emulator.call("GET", "/emulator/v1/scenarios")["scenarios"]):
                emulator.freeze()
                run = self.command("scenarios", "run", name, "--json", "--url", emulator.url)
                self.add("scenarios", name, run + emulator.log(f"scenario-{name}"))

    def files(self):
        targets = ("users.json5", "users.ndjson", "users.json", "users.csv", "folder")
        with self.start() as emulator:
            url = ("--url", emulator.url)
            self.add("files", "seed", self.command("seed", DEMO, *url, "--json"))
            for target in targets:
                self.add("files", f"export {target}", self.command("export", target, *url, "--json"))
                path = self.folder / target
                for file in filter(pathlib.Path.is_file, [path, *sorted(path.rglob("*"))]):
                    name = file.relative_to(self.folder)
                    self.add("files", f"written {name}", file.read_text())
        for target in targets:
            with self.start() as emulator:
                url = ("--url", emulator.url)
                for flag in "--dry-run", "--without-passwords":
                    done = self.command("import", target, flag, *url, "--json")
                    self.add("files", f"import {target} {flag}", done)
                self.add("files", f"stored {target}", emulator.shown("GET", EXPORT))

    def recordings(self, profile):
        from recorded_servers import Functions, Issuer, serve
        from recordings import Case, cases
        from test_production_recordings import PROGRAMS, run

        class Replay(Case):
            def send(self, method, path, *rest, **options):
                answer = super().send(method, path, *rest, **options)
                # The offset of the clock depends on the machine's time.
                if not path.startswith("/emulator/v1/clock"):
                    shown = text_of(answer.status_code, answer.headers, answer.text)
                    sent.append(f"{method} {path}\n{shown}")
                return answer

        Replay.profile = profile
        servers = [serve(Issuer), serve(Functions)]
        with self.start("--sign-id-tokens", "--log-secrets", "--profile", profile) as emulator:
            for steps in cases({*itertools.chain(*PROGRAMS)}):
                emulator.freeze()
                sent = []
                case = Replay(emulator, steps, *(x.url for x in servers))
                for _ in run(case):
                    pass
                name = f"{steps[0]['program']}/{steps[0]['case']}"
                self.add(profile, name, "".join(sent) + emulator.log(case.project))
        for server in servers:
            server.shutdown()

    production = functools.partialmethod(recordings, "production")
    compatible = functools.partialmethod(recordings, "compatible")

    def also(self, command):
        done = subprocess.run(
            command.replace("{}", self.binary), shell=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        self.add("also", command, done.stdout + f"exit code {done.returncode}\n")


def text_of(status, headers, body):
    """An answer as text, without the headers that differ with the length of random values."""
    lines = [f"{k}: {x}" for k, x in headers.items() if k.lower() not in ("content-length", "date")]
    return "\n".join([str(status), *lines, "", body, ""])


class Running(RunningEmulator):
    """A process of a build, in a block."""

    def __enter__(self):
        self.freeze()
        return self

    def __exit__(self, *_):
        self.stop()

    def freeze(self):
        self.call("POST", "/emulator/v1/clock:set", {"now": NOW, "frozen": True})

    def answer(self, method, path, body=None):
        """Returns status, headers and body of the answer to a request."""
        connection = http.client.HTTPConnection(self.host, timeout=120)
        connection.request(
            method, path, None if body is None else json.dumps(body),
            {"Content-Type": "application/json", "Authorization": "Bearer owner"})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode(errors="backslashreplace")

    def shown(self, method, path, body=None):
        return text_of(*self.answer(method, path, body))

    def log(self, project):
        """The requests of a project with answers and decisions, oldest first, a line for each."""
        page = self.call("GET", f"/emulator/v1/requests?project={project}&limit=1000")
        return "".join(json.dumps(x) + "\n" for x in reversed(page["requests"]))


def operations(document):
    """Method, path and body of a request for each operation, reads first and removals last."""
    found = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if "clock" in path or path.endswith((":stream", "openapi.json")):
                continue
            given = [x for x in operation.get("parameters", []) if "example" in x]
            values = {**VALUES, **{x["name"]: str(x["example"]) for x in given}}
            url = re.sub(r"\{(\w+)\}", lambda x: urllib.parse.quote(values.get(x[1], "none")), path)
            query = {x["name"]: x["example"] for x in given if x["in"] == "query"}
            url += "?" + urllib.parse.urlencode(query) if query else ""
            content = operation.get("requestBody", {}).get("content", {})
            body = content.get("application/json", {}).get("example", {}) if content else None
            found.append((method.upper(), url, body))
    # Queries sort users by their uids, and those of later calls are random.
    order = [r"GET ", r"POST .*(:query|:queryAccounts)$", r"(POST|PUT|PATCH) ", r""]
    return sorted(found, key=lambda x: [bool(re.match(y, f"{x[0]} {x[1]}")) for y in order].index(True))


def difference(before, after, count):
    """The first lines that differ, long ones around their first difference."""
    old, new, shown = before.split("\n"), after.split("\n"), []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for pair in itertools.zip_longest(old[a:b], new[c:d]) if kind != "equal" else ():
            start = max(0, len(os.path.commonprefix([x or "" for x in pair])) - 60)
            shown += [f"{sign} {line[start:start + 160]}" for sign, line in zip("-+", pair) if line is not None]
    more = [f"… {len(shown) - count} lines more"] if len(shown) > count else []
    return shown[:count] + more


def captured(binary, operations, groups, also):
    with tempfile.TemporaryDirectory() as folder:
        build = Build(binary, operations, pathlib.Path(folder))
        for group in groups:
            getattr(build, group)()
        for command in also:
            build.also(command)
        return build.texts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--only", nargs="+", choices=GROUPS, default=GROUPS)
    parser.add_argument("--also", nargs="+", default=[])
    parser.add_argument("--lines", type=int, default=10, help="lines shown of each difference")
    options = parser.parse_args()
    binaries = [str(pathlib.Path(x).resolve()) for x in (options.before, options.after)]
    with tempfile.TemporaryDirectory() as folder, Running(binaries[0], f"{folder}/x.sqlite") as first:
        wanted = operations(first.call("GET", "/emulator/openapi.json"))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        before, after = pool.map(lambda x: captured(x, wanted, options.only, options.also), binaries)
    failed = False
    for group in (*options.only, "also"):
        names = [x for x in {**before, **after} if x[0] == group]
        differing = [x for x in names if before.get(x) != after.get(x)]
        print(f"{group}: {len(names)} compared, {len(differing)} differ")
        for name in differing:
            failed = True
            print(f"  {name[1]}")
            for line in difference(before.get(name, ""), after.get(name, ""), options.lines):
                print(f"    {line}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
