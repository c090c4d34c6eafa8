"""The workflows and the action: their form, the scripts that they call, and the step that starts."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
import requests
import yaml

ROOT = pathlib.Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FILES = [*WORKFLOWS, ROOT / "action.yml"]


@pytest.mark.parametrize("schema,files", [
    ("github-workflows", WORKFLOWS), ("github-actions", [ROOT / "action.yml"]),
    ("dependabot", [ROOT / ".github/dependabot.yml"])])
def test_the_form_is_that_of_github(schema, files):
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files],
        capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.name)
def test_the_scripts_that_are_called_are_there(file):
    called = re.findall(r"\bscripts/[\w/-]+", file.read_text())
    assert called
    for script in called:
        assert os.access(ROOT / script, os.X_OK), script


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda f: f.name)
def test_jobs_wait_for_jobs_that_are_there_and_read_inputs_that_are_set(file):
    workflow = yaml.safe_load(file.read_text())
    jobs = workflow["jobs"]
    for name, job in jobs.items():
        needs = job.get("needs", [])
        for other in [needs] if isinstance(needs, str) else needs:
            assert other in jobs, f"{name} needs {other}"
        matrix = job.get("strategy", {}).get("matrix", {})
        keys = set(matrix) | {key for entry in matrix.get("include", []) for key in entry}
        for key in re.findall(r"matrix\.(\w+)", str(job)):
            assert key in keys, f"{name} reads matrix.{key}"


def test_the_action_installs_starts_and_tells_the_job(packages, tmp_path):
    # A pipx that installs into a folder, as there is none here.
    programs = tmp_path / "bin"
    programs.mkdir()
    pipx = programs / "pipx"
    pipx.write_text(
        f"""#!/bin/sh
for option in "$@"; do case $option in --pip-args=*) options=${{option#--pip-args=}} ;; esac; done
eval exec {sys.executable} -m pip install --quiet --no-deps --target {tmp_path}/site "$options" auth-emulator
""")
    pipx.chmod(0o755)
    environment = {
        **os.environ, "PATH": f"{programs}:{tmp_path}/site/bin:{os.environ['PATH']}",
        "WHEELS": str(packages),
        "FLAGS": "--port 0\n--project demo-action --seed 'a seed.json'\n--public-url https://auth.example",
        "GITHUB_OUTPUT": str(tmp_path / "output"), "GITHUB_ENV": str(tmp_path / "env")}
    seed = {"version": 1, "projects": {"demo-action": {"users": [{"localId": "a"}]}}}
    (tmp_path / "a seed.json").write_text(json.dumps(seed))
    script = ROOT / "scripts/packaging/start-in-action"
    done = subprocess.run(
        [str(script)], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    try:
        values = dict(line.split("=", 1) for line in (tmp_path / "env").read_text().splitlines())
        assert values["GCLOUD_PROJECT"] == "demo-action"
        url = (tmp_path / "output").read_text().strip().removeprefix("url=")
        assert values["AUTH_EMULATOR_URL"] == url == f"http://{values['FIREBASE_AUTH_EMULATOR_HOST']}"
        health = requests.get(f"{url}/emulator/v1/health", timeout=60).json()
        assert health["project"] == "demo-action"
    finally:
        emulator = shutil.which("auth-emulator", path=environment["PATH"])
        subprocess.run([emulator, "stop"], cwd=tmp_path, check=True, capture_output=True)


DOCKER = """#!/bin/sh
case $2 in
  imagetools) echo "$DIGEST" ;;
  build) printf '%s\\n' "$@" >"$OUT/arguments"; cat >"$OUT/Dockerfile" ;;
esac
"""


def image(folder, digest):
    """Runs scripts/packaging/image with a docker that records its call; the registry answers with the digest."""
    docker = folder / "docker"
    docker.write_text(DOCKER)
    docker.chmod(0o755)
    return subprocess.run(
        [ROOT / "scripts/packaging/image", "ghcr.io/owner/auth-emulator", "0.1.0"], capture_output=True,
        text=True, env={
            **os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "OUT": str(folder), "DIGEST": digest})


def test_the_image_is_built_from_digests_and_names_its_base(tmp_path):
    digest = "sha256:" + "0a" * 32
    done = image(tmp_path, digest)
    assert done.returncode == 0, done.stderr
    bases = re.findall(r"(?m)^FROM (\S+)", (ROOT / "Dockerfile").read_text())
    assert len(bases) == 2
    pinned = [f"{base}@{digest}" for base in bases]
    assert re.findall(r"(?m)^FROM (\S+)", (tmp_path / "Dockerfile").read_text()) == pinned
    assert done.stdout.splitlines() == [*pinned, f"ghcr.io/owner/auth-emulator:0.1.0@{digest}"]
    arguments = (tmp_path / "arguments").read_text().splitlines()
    assert f"org.opencontainers.image.base.name=docker.io/library/{bases[-1]}" in arguments
    assert f"org.opencontainers.image.base.digest={digest}" in arguments


@pytest.mark.parametrize("digest", ["", "<nil>", "sha256:0a"])
def test_no_image_is_built_of_a_base_without_a_digest(tmp_path, digest):
    done = image(tmp_path, digest)
    assert done.returncode == 1
    assert "no digest of swift:" in done.stderr
    assert not (tmp_path / "arguments").exists()
