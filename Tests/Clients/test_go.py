"""coreos/go-oidc, set up by the block of docs/clients.md, where Go and the library are installed."""

import os
import pathlib
import shutil
import subprocess

import pytest

from pages import PROGRAMS, ROOT, blocks

SOURCES = pathlib.Path("/usr/share/gocode/src")

pytestmark = pytest.mark.skipif(
    not shutil.which("go") or not (SOURCES / "github.com/coreos/go-oidc").exists(),
    reason="there is no Go with coreos/go-oidc")


@pytest.fixture(scope="module")
def program(tmp_path_factory, shared_emulator):
    shared_emulator.control("POST", "issuers/oidc.app/accounts", {"email": "ann@example.com"})
    folder = tmp_path_factory.mktemp("go")
    block, = [b.text for b in blocks(ROOT / "docs/clients.md") if b.language == "go"]
    source = (PROGRAMS / "main.go").read_text().replace(
        "// The block of docs/clients.md.", block.replace("http://127.0.0.1:9099", shared_emulator.url))
    (folder / "main.go").write_text(source)
    subprocess.run(
        ["go", "build", "-o", str(folder / "client"), str(folder / "main.go")], check=True,
        env={**os.environ, "GO111MODULE": "off", "GOPATH": str(SOURCES.parent),
             "GOCACHE": str(folder / "cache")})
    return folder / "client"


def run(program):
    return subprocess.run([str(program)], capture_output=True, text=True, timeout=60)


def test_a_whole_sign_in(program):
    done = run(program)
    assert done.stdout.split() == ["n", "ann@example.com", "ann@example.com"], done.stderr


# Version 2 of the library does not read `nbf`.
@pytest.mark.parametrize("defect", [
    "expired", "bad-signature", "unknown-key", "unsigned", "wrong-audience", "wrong-issuer"])
def test_a_token_with_a_defect_is_refused(program, shared_emulator, defect):
    with shared_emulator.defect("oidc.app", defect):
        done = run(program)
    assert done.returncode == 3 and done.stderr.startswith("refused:"), done.stderr
