"""The packages of `scripts/package`: the .deb is installed into a separate root, run and removed."""

import gzip
import os
import shutil
import subprocess
import sys
import tarfile

import pytest
from kits import run
from pages import ROOT

pytestmark = pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="Debian's packages are made on Debian")


@pytest.fixture(scope="module")
def deb(packages):
    (file,) = packages.glob("*.deb")
    return file


def dpkg(root, *arguments):
    # The libraries are those of this machine, which this root's database does not list.
    return run("dpkg", f"--root={root}", "--force-not-root", "--force-depends", "--log=/dev/null", *arguments)


def test_the_deb_is_installed_run_and_removed_and_leaves_nothing(deb, tmp_path):
    for folder in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "var/lib/dpkg/status").touch()

    dpkg(tmp_path, "--install", deb)
    binary = tmp_path / "usr/bin/auth-emulator"
    assert run(binary, "--version").startswith("auth-emulator ")
    seed = tmp_path / "usr/share/auth-emulator/seed-data/demo.json"
    ask = ("import os, urllib.request as u;"
           "print(u.urlopen(os.environ['AUTH_EMULATOR_URL'] + '/emulator/v1/health').status)")
    assert run(binary, "exec", "--seed", seed, "--", sys.executable, "-c", ask).strip() == "200"

    dpkg(tmp_path, "--purge", "auth-emulator")
    left = {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if not file.is_dir()}
    assert {file for file in left if not file.startswith("var/lib/dpkg/")} == set()


def test_the_deb_names_every_library_that_the_binary_needs(deb):
    depends = run("dpkg-deb", "--field", deb, "Depends")
    for package in ("libsqlite3-0", "libssl3", "libcurl4"):
        assert package in depends


def test_the_manual_page_has_every_command_and_flag_and_no_error(deb, tmp_path):
    run("dpkg-deb", "--extract", deb, tmp_path)
    page = gzip.open(tmp_path / "usr/share/man/man1/auth-emulator.1.gz", "rt").read()
    binary = tmp_path / "usr/bin/auth-emulator"
    listed = run(binary, "--help").split("Commands\n")[1].split("\n\n")[0].splitlines()
    commands = {line.split()[0] for line in listed} - {"help"}
    assert len(commands) > 10
    for command in commands:
        assert f"\n.SS {command}\n" in page
        for line in run(binary, "help", command).splitlines():
            if line.startswith("  --"):
                assert line.split()[0].replace("-", "\\-") in page
    if shutil.which("man") and shutil.which("groff"):
        plain = tmp_path / "auth-emulator.1"
        plain.write_text(page)
        done = subprocess.run(
            ["man", "--warnings", "--local-file", str(plain)], capture_output=True, text=True,
            env={**os.environ, "MANPAGER": "cat", "LC_ALL": "C.UTF-8"})
        assert done.stderr == ""


def test_the_same_binary_makes_the_same_bytes(packages, small_binary, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        run(ROOT / "scripts/package", "--binary", small_binary, "--output", folder, "--level", "1")
    # A wheel is named after the C library that its program needs.
    names = [{file.name.split("-py3-")[0] for file in folder.iterdir()} for folder in (first, packages)]
    assert names[0] == names[1]
    for file in first.iterdir():
        if file.name != "auth-emulator.rb":  # contains the folder's name
            assert file.read_bytes() == (second / file.name).read_bytes(), file.name


def test_the_formula_names_the_sources_that_lie_beside_it(packages, tmp_path):
    formula = (packages / "auth-emulator.rb").read_text()
    (source,) = packages.glob("*-source.tar.gz")
    assert f'url "file://{source}"' in formula
    assert run("sha256sum", source).split()[0] in formula
    with tarfile.open(source) as archive:
        names = archive.getnames()
    assert any(name.endswith("/Package.swift") for name in names)
    assert "@" not in formula.replace("openssl@3", "")


def test_a_binary_that_is_none_is_refused(tmp_path):
    done = subprocess.run(
        [str(ROOT / "scripts/package"), "--binary", str(tmp_path / "none")], capture_output=True, text=True)
    assert done.returncode == 1 and "scripts/build-release" in done.stderr
