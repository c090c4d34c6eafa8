"""The console's imports and exports, in each form that the command has."""

import json
import zipfile

import pytest
from console import ANN, sign_in


def test_an_import_is_tried_and_lists_what_it_rejects(console, tmp_path):
    file = tmp_path / "users.ndjson"
    file.write_text('{"localId": "ok"}\n{"localId": "bad", "email": "<b>not an address</b>"}\n')
    console.open("data")

    def load(how):
        console.click("Import users")
        console.dialog.get_by_label("File", exact=True).set_input_files(file)
        console.dialog.get_by_label("Format").select_option("ndjson")
        console.dialog.get_by_label("Invalid users").select_option(how)
        console.submit("Import")

    load("dryRun")
    console.page.get_by_text("Nothing is stored.").wait_for()
    assert "email" in console.page.get_by_role("table", name="Rejected users").inner_text()
    assert console.user("ok") is None
    load("continue")
    console.page.get_by_text("imported").wait_for()
    assert console.user("ok") and console.user("bad") is None


HOSTILE = 'a "quoted", <b>name</b>\nin two lines '


@pytest.mark.parametrize(("form", "format"), [
    ("Firebase JSON", "firebase"), ("Firebase CSV", "firebase-csv"),
    ("Folder of the official emulator (zip)", "emulator"), ("Seed document", "seed"),
    ("NDJSON, one user a line", "ndjson")])
def test_each_export_is_imported_again(console, tmp_path, form, format):
    console.seed(
        users=[{**ANN, "displayName": HOSTILE, "customClaims": {"a": "b,c"},
                "providers": [{"providerId": "google.com", "rawId": "1", "email": "ann@example.com"}]},
               {"localId": "bob"}],
        tenants=[{"id": "acme", "displayName": "Acme"}], config={"signIn": {"allowDuplicateEmails": True}})
    console.emulator.owner("POST", f"v1/projects/{console.project}/tenants/acme/accounts", {"localId": "tim"})
    console.open("data")
    if not format.startswith("firebase"):
        console.page.get_by_label("With the plaintext passwords that are stored").check()
    download = console.download(form, "link" if format in ("seed", "ndjson") else "button")
    file = tmp_path / download.suggested_filename
    download.save_as(file)
    if format.startswith("firebase"):
        assert ANN["password"] not in file.read_text()
    if format == "emulator":
        with zipfile.ZipFile(file) as archive:
            assert archive.testzip() is None
            archive.extractall(tmp_path / "export")
        file = tmp_path / "export"
    console.emulator.control("POST", "reset", {"to": "empty", "projects": [console.project]})
    assert console.user("ann") is None
    console.open("data")
    console.click("Import a folder" if format == "emulator" else "Import users")
    console.page.get_by_label("Folder" if format == "emulator" else "File", exact=True).set_input_files(file)
    console.submit("Import")
    console.page.get_by_text(format, exact=True).wait_for()
    assert console.user("ann")["displayName"] == HOSTILE
    assert json.loads(console.user("ann")["customAttributes"]) == {"a": "b,c"}
    assert {link["providerId"] for link in console.user("ann")["providerUserInfo"]} == {"password", "google.com"}
    assert sign_in(console)["localId"] == "ann"
    if format in ("seed", "ndjson", "emulator"):
        tenant = console.emulator.control("GET", f"projects/{console.project}/tenants/acme/users")["users"]
        assert [user["localId"] for user in tenant] == ["tim"]


def test_the_archive_has_every_tenant(console, tmp_path):
    console.seed(tenants=[{"id": f"t{number}"} for number in range(5)])
    console.ask_for_pages_of(2)
    console.open("data")
    console.download("Folder of the official emulator (zip)").save_as(tmp_path / "export.zip")
    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        names = {name for name in archive.namelist() if "accounts-" in name}
    assert names == {f"auth_export/accounts-t{number}.json" for number in range(5)}
    assert console.later_pages() == 2


def test_yaml_is_a_form_of_seeds_and_imports(console, tmp_path):
    seed = tmp_path / "seed.yaml"
    seed.write_text(f"version: 1\nprojects:\n  {console.project}:\n    users:\n      - localId: ann  # the first\n")
    console.open("data")
    console.click("Load a seed")
    console.page.get_by_label("or a file, JSON5 or YAML").set_input_files(seed)
    console.submit("Load")
    console.page.get_by_text("Created 1 user, updated 0.").wait_for()
    assert console.user("ann")
    users = tmp_path / "users.yml"
    users.write_text("users:\n  - localId: bob\n    email: bob@example.com\n")
    console.click("Import users")
    console.page.get_by_label("File", exact=True).set_input_files(users)
    console.submit("Import")
    console.page.get_by_text("imported").wait_for()
    assert console.user("bob")["email"] == "bob@example.com"
    users.write_text("users: [")
    console.click("Import users")
    console.page.get_by_label("File", exact=True).set_input_files(users)
    console.dialog.get_by_role("button", name="Import", exact=True).click()
    console.page.get_by_role("alert").get_by_text("not YAML: line").wait_for()


def test_several_files_that_are_no_export_are_rejected(console, tmp_path):
    files = [tmp_path / f"{name}.ndjson" for name in ("ann", "bob")]
    for file in files:
        file.write_text(f'{{"localId": "{file.stem}"}}\n')
    console.open("data")
    console.click("Import users")
    console.dialog.get_by_label("File", exact=True).set_input_files(files)
    console.dialog.get_by_role("button", name="Import", exact=True).click()
    console.dialog.get_by_role("alert").get_by_text("None of the 2 files is an accounts.json.").wait_for()
    assert console.user("ann") is None


def test_an_empty_seed_file_is_rejected(console, tmp_path):
    (tmp_path / "seed.json").touch()
    console.open("data")
    console.click("Load a seed")
    console.dialog.get_by_label("or a file, JSON5 or YAML").set_input_files(tmp_path / "seed.json")
    console.dialog.get_by_role("button", name="Load", exact=True).click()
    console.dialog.get_by_role("alert").get_by_text("the text ends").wait_for()
    assert console.user("ann") is None
