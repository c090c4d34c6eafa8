"""The recipe for Cypress in docs/browser-tests.md, with functions in place of those of Cypress."""

import shutil

from kits import in_node
from pages import PROGRAMS, ROOT, blocks


def test_the_recipe_for_cypress_signs_in_and_reads_codes(app_port, tmp_path):
    config, spec = [b.text for b in blocks(ROOT / "docs/browser-tests.md") if b.language == "js"][1:]
    (tmp_path / "cypress.config.js").write_text(
        config.replace("'auth-emulator'", repr(str(ROOT / "Sources/Clients/node/index.js"))))
    (tmp_path / "spec.js").write_text(spec.replace("localhost:3000/?", f"localhost:{app_port}/shop.html?"))
    shutil.copy(PROGRAMS / "cypress.js", tmp_path)
    assert in_node(tmp_path / "cypress.js").splitlines() == ["signs Ann in with Google", "text", "after:run"]
