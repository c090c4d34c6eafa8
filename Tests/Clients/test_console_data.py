"""The console's imports and exports, in each form that the command has."""

import json
import zipfile

import pytest
from console import ANN, sign_in


def choose(console, button, label, files):
    """Opens a dialog by a button, and chooses files in it."""
    console.click(button)
    console.dialog.get_by_label(label, exact=True).set_input_files(files)


def test_an_import_is_tried_and_lists_what_it_rejects(console, tmp_path):
    file = tmp_path / "users.ndjson"
    file.write_text('{"localId": "ok"}\n{"localId": "bad", "email": "<b>not an address</b>"}\n')
    console.open("data")

    def load(how):
        choose(console, "Import users", "File", file)
        console.dialog.get_by_label("Format").select_option("ndjson")
        console.dialog.get_by_label("Invalid users").select_option(how)
        console.submit("Import")

    load("dryRun")
    console.page.get_by_text("Nothing is stored.").wait_for()
    assert "email" in console.page.get_by_role("table", name="Rejected users").inner_text()
    assert console.user("ok") is None
    load("skipRefused")
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
    choose(console, *(("Import a folder", "Folder") if format == "emulator" else ("Import users", "File")), file)
    console.submit("Import")
    console.page.get_by_text(format, exact=True).wait_for()
    assert console.user("ann")["displayName"] == HOSTILE
    assert json.loads(console.user("ann")["customAttributes"]) == {"a": "b,c"}
    assert {link["providerId"] for link in console.user("ann")["providerUserInfo"]} == {"password", "google.com"}
    assert sign_in(console)["localId"] == "ann"
    if format in ("seed", "ndjson", "emulator"):
        assert console.uids("tenants/acme/users") == ["tim"]


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
    choose(console, "Load a seed", "or a file, JSON5 or YAML", seed)
    console.submit("Load")
    console.page.get_by_text("Created 1 user, updated 0.").wait_for()
    assert console.user("ann")
    users = tmp_path / "users.yml"
    users.write_text("users:\n  - localId: bob\n    email: bob@example.com\n")
    choose(console, "Import users", "File", users)
    console.submit("Import")
    console.page.get_by_text("imported").wait_for()
    assert console.user("bob")["email"] == "bob@example.com"


@pytest.mark.parametrize(("button", "label", "files", "problem"), [
    ("Import users", "File", {"users.yml": "users: ["}, "not YAML: line"),
    ("Import users", "File", {f"{uid}.ndjson": json.dumps({"localId": uid}) for uid in ("ann", "bob")},
     "None of the 2 files is an accounts.json."),
    ("Load a seed", "or a file, JSON5 or YAML", {"seed.json": ""}, "the text ends")])
def test_a_file_of_another_form_is_rejected(console, tmp_path, button, label, files, problem):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    console.open("data")
    choose(console, button, label, [tmp_path / name for name in files])
    console.click(button.split()[0], console.dialog)
    console.dialog.get_by_role("alert").get_by_text(problem).wait_for()
    assert console.user("ann") is None
