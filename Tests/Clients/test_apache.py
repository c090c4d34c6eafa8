"""mod_auth_openidc in front of a page, set up by the block of docs/clients.md: whole sign-ins."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time
from urllib.parse import urlsplit

import pytest
import requests

from conftest import own_port
from pages import ROOT, blocks

MODULES = pathlib.Path("/usr/lib/apache2/modules")
NAMES = ["mpm_event", "authn_core", "authz_core", "authz_user", "headers", "dir", "auth_openidc"]
NOBODY = 65534
SERVER = shutil.which("apache2", path="/usr/sbin:/usr/bin")
BASE = """
ServerName localhost
ServerRoot {folder}
PidFile {folder}/pid
ErrorLog {folder}/errors
LogLevel warn auth_openidc:debug
Listen 127.0.0.1:{port}
DocumentRoot {folder}/pages
{modules}
RequestHeader unset X-User
Header always set X-User "expr=%{{REMOTE_USER}}"
"""

pytestmark = pytest.mark.skipif(
    not SERVER or not (MODULES / "mod_auth_openidc.so").exists(),
    reason="there is no Apache with mod_auth_openidc")


@pytest.fixture(scope="module")
def site(shared_emulator):
    """The address of a page behind Apache, which runs without the rights of root."""
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "pages").mkdir()
    (folder / "pages/index.html").write_text("the page")
    port = own_port()
    recipe, = [b.text for b in blocks(ROOT / "docs/clients.md") if b.language == "apache"]
    recipe = recipe.replace("http://127.0.0.1:9099", shared_emulator.url).replace(":8080", f":{port}")
    text = BASE.format(
        folder=folder, port=port, modules="\n".join(
            f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in NAMES))
    (folder / "apache.conf").write_text(text + recipe)
    command = [SERVER, "-X", "-f", str(folder / "apache.conf")]
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
        command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
    shared_emulator.control("POST", "issuers/oidc.app/accounts", {"email": "ann@example.com"})
    server = subprocess.Popen(command)
    url = f"http://localhost:{port}"
    for _ in range(200):
        try:
            requests.get(url, allow_redirects=False, timeout=120)
            break
        except requests.ConnectionError:
            assert server.poll() is None, (folder / "errors").read_text()
            time.sleep(0.05)
    yield url
    server.terminate()
    server.wait(60)
    shutil.rmtree(folder)


def sign_in(site, path="/index.html", **parameters):
    browser = requests.Session()
    left = browser.get(site + path, allow_redirects=False, timeout=60)
    assert left.status_code == 302, left.text
    url = left.headers["Location"]
    return browser, browser.get(url, params=parameters, timeout=60)


def test_a_whole_sign_in(site):
    browser, page = sign_in(site, emulator_auto="ann@example.com")
    assert (page.status_code, page.text) == (200, "the page")
    assert page.headers["X-User"] == "ann@example.com"
    assert urlsplit(page.url).path == "/index.html"
    again = browser.get(site, allow_redirects=False, timeout=60)
    assert again.headers["X-User"] == "ann@example.com"


def test_a_denial_shows_no_page(site):
    _, page = sign_in(site, emulator_fail="access_denied")
    assert "the page" not in page.text and page.headers.get("X-User", "") == ""


@pytest.mark.parametrize("defect", [
    "expired", "bad-signature", "unknown-key", "wrong-audience", "wrong-issuer", "wrong-nonce"])
def test_a_token_with_a_defect_shows_no_page(site, shared_emulator, defect):
    with shared_emulator.defect("oidc.app", defect):
        _, page = sign_in(site, emulator_auto="ann@example.com")
    assert "the page" not in page.text
