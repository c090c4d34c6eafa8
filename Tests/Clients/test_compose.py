"""The files for Docker: the compose file, the example in its comments, and what the image is built from."""

import pathlib
import re

import yaml
from compose_spec import PyCompose

ROOT = pathlib.Path(__file__).resolve().parents[2]


def text(page):
    return (ROOT / page).read_text()


def uncommented(compose):
    """Returns the file with its example uncommented."""
    return re.sub(r"(?m)^(  )# (worker-[ab]:|  .*)$", r"\1\2", compose)


def test_the_compose_file_and_its_example_follow_the_specification():
    plain = text("docker-compose.yml")
    assert set(PyCompose.from_yaml(plain).service_names()) == {"auth-emulator"}
    full = uncommented(plain)
    # The bindings do not support merge keys.
    resolved = yaml.safe_dump(yaml.safe_load(full))
    compose = PyCompose.from_yaml(resolved)
    compose.validate()
    assert set(compose.service_names()) == {"auth-emulator", "worker-a", "worker-b"}
    services = yaml.safe_load(full)["services"]
    projects = {services[w]["environment"]["GCLOUD_PROJECT"] for w in ("worker-a", "worker-b")}
    assert len(projects) == 2
    for worker in ("worker-a", "worker-b"):
        assert services[worker]["environment"]["FIREBASE_AUTH_EMULATOR_HOST"] == "auth-emulator:9099"


def test_the_context_of_the_image_has_what_is_copied_and_nothing_else():
    copied = re.findall(r"(?m)^COPY ([^-\s]\S*) ", text("Dockerfile"))
    first, *admitted = [line for line in text(".dockerignore").splitlines() if not line.startswith("#")]
    assert first == "*"
    used = {line for line in admitted for path in copied if f"{path}/".startswith(f"{line[1:]}/")}
    assert used == set(admitted)
    assert all(any(f"{path}/".startswith(f"{line[1:]}/") for line in admitted) for path in copied)
    assert all((ROOT / path).exists() for path in copied)
