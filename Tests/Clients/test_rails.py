"""omniauth_openid_connect, set up by the block of docs/clients.md, where Ruby and the library are installed."""

import os
import shutil
import subprocess

import pytest

from pages import PROGRAMS, ROOT, blocks


pytestmark = pytest.mark.skipif(
    not shutil.which("ruby") or subprocess.run(
        ["ruby", "-e", "require 'omniauth_openid_connect'"], capture_output=True).returncode != 0,
    reason="there is no Ruby with omniauth_openid_connect")


def test_a_whole_sign_in_and_a_defect(start, tmp_path):
    emulator = start("--tls-port", "0")
    emulator.control("POST", "issuers/oidc.app/accounts", {"email": "ann@example.com"})
    recipe, = [b.text for b in blocks(ROOT / "docs/clients.md") if b.language == "ruby"]
    program = tmp_path / "app.rb"
    recipe = recipe.replace("https://127.0.0.1:9443", emulator.ready["tlsUrl"])
    program.write_text(
        (PROGRAMS / "app.rb").read_text().replace("# The block of docs/clients.md.", recipe))

    def run():
        return subprocess.run(
            ["ruby", str(program), "ann@example.com"], capture_output=True, text=True, timeout=300,
            env={**os.environ, "SSL_CERT_FILE": emulator.ready["caFile"]})

    done = run()
    assert done.stdout.split() == ["app", "ann@example.com"], done.stderr
    with emulator.defect("oidc.app", "wrong-audience"):
        done = run()
    assert (done.returncode, done.stdout) == (1, "") and "/auth/failure" in done.stderr
