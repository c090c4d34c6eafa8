"""The examples of docs/control-api.md run as they are written, on the demo seed."""

import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/control-api.md").read_text()
EXAMPLES = [
    pytest.param(block, id=title)
    for title, body in re.findall(r"^### `(.*?)`\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    for block in re.findall(r"```sh\n(.*?)```", body, re.S)
]


def test_there_is_an_example_for_each_call():
    assert len(EXAMPLES) == PAGE.count("\n### ") > 60


@pytest.mark.parametrize("block", EXAMPLES)
def test_an_example_of_the_page_is_answered_on_the_demo_seed(block, start, tmp_path):
    emulator = start("--seed", str(ROOT / "seed-data/demo.json"))
    follows = ":stream" in block
    curl = f"curl -sS --fail-with-body {'--max-time 1 ' if follows else ''}"
    script = block.replace("localhost:9099", emulator.host)
    # The refusal that the example of the log is about is no failure of the example.
    lines = [
        line if "accounts:signUp?" in line else re.sub(r"\bcurl (?:-s )?", curl, line)
        for line in script.splitlines()
    ]
    folder = tmp_path / "shell"
    folder.mkdir()
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-ec", "\n".join(lines)], cwd=folder, capture_output=True)
    # A stream has no end: curl's time limit ends it.
    output = (done.stdout + done.stderr).decode(errors="replace")
    assert done.returncode == (28 if follows else 0), output
