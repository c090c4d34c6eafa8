"""The lines of the pages that start an emulator run in an empty folder, and once more."""

import os
import re
import shlex
import subprocess

import pytest

from conftest import BINARY
from pages import PAGES, ROOT, blocks, name, spans


def starts():
    """Yields the words of each line of README and docs that is `start`, or `exec` with a command."""
    seen = set()
    for page in PAGES:
        if page.parent not in (ROOT, ROOT / "docs", ROOT / "docs/coming-from"):
            continue
        lines = [
            line for block in blocks(page) if block.language in ("sh", "yaml", "json")
            for line in block.text.splitlines()] + spans(page)
        for line in lines:
            found = re.search(r"(?:^|[ /])auth-emulator ((?:start|exec)\b[^#|&;>\"]*)", line)
            if not found or re.search(r"\b(docker|systemctl|brew)\b", line):
                continue
            words = shlex.split(found.group(1))
            is_run = words[0] == "start" or "--" in words
            # A word in capitals stands for one of the reader's own.
            if is_run and not any(re.fullmatch(r"[A-Z…]+", word) for word in words) and tuple(words) not in seen:
                seen.add(tuple(words))
                yield pytest.param(words, id=f"{name(page)}: {' '.join(words)[:60]}")


def ended(words, folder):
    """Runs a line to its end: for `exec` with a command that does nothing, for `start` until it is ready."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("FIREBASE", "GCLOUD"))}
    # No line takes the port of another test.
    words = [word for word in words if word not in ("--detach", "--json")]
    if "--port" in words:
        at = words.index("--port")
        del words[at:at + 2]
    if "--tls-port" in words:
        words[words.index("--tls-port") + 1] = "0"
    if words[0] == "exec":
        own = words[: words.index("--") + 1]
        return subprocess.run([BINARY, *own, "true"], cwd=folder, env=environment, capture_output=True, text=True)
    own = words + ["--port", "0", "--json"]
    with subprocess.Popen(
        [BINARY, *own], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        started.stdout.readline()
        started.terminate()
        output, errors = started.communicate()
        return subprocess.CompletedProcess(own, started.returncode, output, errors)


@pytest.mark.parametrize("words", list(starts()))
def test_a_line_of_the_pages_runs_in_an_empty_folder_and_once_more(words, tmp_path):
    # A seed is the reader's own file; the folder of --import need not be there.
    for flag, file in zip(words, words[1:]):
        if flag == "--seed":
            path = tmp_path / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text((ROOT / "seed-data/demo.json").read_text())
    for _ in range(2):
        done = ended(words, tmp_path)
        assert done.returncode == 0, done.stderr


def test_there_are_lines_to_run():
    lines = [" ".join(line.values[0]) for line in starts()]
    assert len(lines) > 5
    assert any("--import ./data --export-on-exit" in line for line in lines), lines
