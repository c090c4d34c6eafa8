"""The scripts on macOS, simulated elsewhere: with tools that refuse options which macOS's tools lack."""

import os
import pathlib
import re
import shutil
import subprocess
import tarfile

import pytest

from conftest import BINARY, ROOT

SCRIPTS = [
    path for folder in ("scripts", ".ci") for path in sorted((ROOT / folder).rglob("*"))
    if path.is_file() and path.read_text().startswith("#!/usr/bin/env bash")]

# Features of bash 4 and later; macOS has 3.2.
NEWER_BASH = re.compile(
    r"\b(mapfile|readarray|coproc)\b|(declare|local|typeset) -[a-z]*[An]|\$\{[^}]*(,,|\^\^|@[A-Z])"
    r"|&>>|\|&|;;&|\$EPOCH|printf '%\(")


def refusing(name, options):
    """A tool that refuses options, and is the real one otherwise."""
    return f'''
for word in "$@"; do case $word in {options}) echo "{name}: illegal option" >&2; exit 1 ;; esac; done
exec REAL "$@"'''


# Fakes that refuse GNU's options and translate BSD's for GNU's tools.
FAKES = {
    "uname": 'case $1 in -m) echo arm64 ;; *) echo Darwin ;; esac',
    "date": '''
for word in "$@"; do case $word in -d | --*) echo "date: illegal option" >&2; exit 1 ;; esac; done
if [[ $1 == -u && $2 == -r ]]; then exec REAL -u -d "@$3" "$4"; fi
exec REAL "$@"''',
    **{name: refusing(name, options) for name, options in (
        ("install", "-D | --*"), ("touch", "--*"), ("strip", "--*"), ("gzip", "--*"), ("sort", "-z | --*"))},
    "tar": '''
[[ $1 == --version ]] && { echo "bsdtar 3.5.3 - libarchive 3.7.4"; exit 0; }
words=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --uid) words+=("--owner=$2"); shift ;;
    --gid) words+=("--group=$2"); shift ;;
    --sort=* | --mtime=* | --owner=* | --group=*) echo "tar: Option $1 is not supported" >&2; exit 1 ;;
    *) words+=("$1") ;;
  esac
  shift
done
exec REAL "${words[@]}"''',
}


@pytest.fixture
def as_on_macos(tmp_path):
    """Returns the environment with tools like those of macOS first in PATH."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, text in FAKES.items():
        tool = tools / name
        tool.write_text("#!/bin/bash\n" + text.replace("REAL", str(shutil.which(name))) + "\n")
        tool.chmod(0o755)
    return {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_script_needs_a_newer_bash_than_that_of_macos(script):
    found = [line for line in script.read_text().splitlines() if NEWER_BASH.search(line)]
    assert not found


def package(binary, folder, environment, **variables):
    done = subprocess.run(
        [ROOT / "scripts/package", "--binary", binary, "--output", folder, "--level", "1"],
        env={**environment, **variables}, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return [pathlib.Path(line) for line in done.stdout.splitlines()]


def test_the_packages_are_made_without_gnu_tools(as_on_macos, small_binary, tmp_path):
    made = package(small_binary, tmp_path / "a", as_on_macos, SOURCE_DATE_EPOCH="1700000000")
    # No .deb, although dpkg-deb may exist, and no property of this machine.
    assert [file.suffix for file in made] == [".gz", ".whl", ".tgz", ".tgz", ".gz", ".rb", ".json", ""]
    assert made[1].name.endswith("-macosx_15_0_arm64.whl")
    assert made[3].name.startswith("auth-emulator-darwin-arm64-")
    assert made[0].name.endswith("-darwin-arm64.tar.gz")
    with tarfile.open(made[0]) as archive:
        entries = archive.getmembers()
    assert {(entry.uid, entry.gid, int(entry.mtime)) for entry in entries} == {(0, 0, 1700000000)}
    names = [entry.name for entry in entries]
    assert names == sorted(names)
    assert any(name.endswith("/bin/auth-emulator") for name in names)
    again = package(small_binary, tmp_path / "b", as_on_macos, SOURCE_DATE_EPOCH="1700000000")
    assert again[0].read_bytes() == made[0].read_bytes()


def test_the_manual_page_has_its_date_without_gnu_tools(as_on_macos):
    page = subprocess.run(
        [ROOT / "scripts/packaging/man-page", BINARY],
        env={**as_on_macos, "SOURCE_DATE_EPOCH": "1700000000"}, capture_output=True, text=True,
        timeout=60, check=True).stdout
    assert '"2023-11-14"' in page


def test_the_formula_makes_the_folder_of_its_service():
    formula = (ROOT / "scripts/packaging/auth-emulator.rb.in").read_text()
    folder = re.search(r'"--data", (var/"[^"/]+)/', formula).group(1) + '"'
    assert f"({folder}).mkpath" in formula
