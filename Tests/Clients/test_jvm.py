"""The kit for the JVM: compiled by javac for Java 11, with its calls, and its extension run by JUnit 5."""

import json
import os
import pathlib
import re
import shutil

import pytest
from conftest import BINARY
from kits import alone, another_server, does_every_task, follows_the_description, run
from pages import PAGES, PROGRAMS, ROOT, blocks

SOURCES = ROOT / "Sources/Clients/jvm/src/main/java/authemulator"
JARS = pathlib.Path("/usr/share/java")
# The launcher's, and those that a program needs that uses the extension.
JUNIT = [
    JARS / f"{name}.jar" for name in (
        "junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons", "junit-platform-console",
        "junit-platform-engine", "junit-platform-launcher", "junit-platform-reporting", "opentest4j",
        "apiguardian-api", "picocli", "univocity-parsers")]

pytestmark = pytest.mark.skipif(
    not shutil.which("javac") or not JUNIT[0].exists(), reason="there is no JDK with JUnit 5")


@pytest.fixture(scope="module")
def classes(tmp_path_factory):
    """The folder of the kit's classes; those without the extension need only the JDK."""
    folder = tmp_path_factory.mktemp("jvm")
    javac = ("javac", "--release", "11", "-Werror", "-d", folder)
    run(*javac, "-Xlint:all", *SOURCES.glob("*.java"))
    run(*javac, "-Xlint:all,-classfile,-path", "-cp", path(folder), *SOURCES.glob("junit/*.java"))
    return folder


def path(*folders):
    return ":".join(map(str, (*folders, *JUNIT)))


def environment(**variables):
    return {**alone(os.environ), "AUTH_EMULATOR_BINARY": str(pathlib.Path(BINARY).absolute()), **variables}


def program(classes, folder, text, **variables):
    (folder / "Calls.java").write_text(text)
    return run(shutil.which("java"), "-cp", classes, folder / "Calls.java", env=environment(**variables))


def test_the_jvm_module_does_every_task_by_calls_that_the_description_has(classes, emulator, tmp_path):
    output = program(classes, tmp_path, (PROGRAMS / "Calls.java").read_text(), AUTH_EMULATOR_URL=emulator.url)
    does_every_task("JVM", output)
    follows_the_description(emulator)


# Prints the error of a call.
FAILURE = """
import authemulator.*;

class Calls {{
  public static void main(String[] arguments) {{
    try {{
      Emulator.{call}();
    }} catch (AuthEmulatorException error) {{
      System.out.println(error.getMessage());
    }}
  }}
}}
"""


@pytest.mark.parametrize("missing", [0, 10])
def test_the_jvm_module_names_a_server_that_is_no_emulator(classes, tmp_path, missing):
    with another_server(missing) as url:
        text = FAILURE.format(call="join")
        assert url in program(classes, tmp_path, text, FIREBASE_AUTH_EMULATOR_HOST=url[len("http://"):])


@pytest.mark.parametrize("folder, binary, reason", [
    ("nowhere", "", "The command auth-emulator was not found"), ("", "false", "ended with code 1")])
def test_the_jvm_module_says_why_no_emulator_starts(classes, tmp_path, folder, binary, reason):
    assert reason in program(
        classes, tmp_path, FAILURE.format(call="launch"), AUTH_EMULATOR_BINARY=binary,
        PATH=folder or os.environ["PATH"])


VALUES = [
    "null", "true", "[]", "{}", "[ ]", ' { "a" : [ 1 , -2 , 3.5 , 1e3 , 123456789012345678 ] } ',
    '{"a": {"b": [[], {}, null, false]}, "c": ""}', r'"\u00e9\ud83c\udf52 \" \\ \/ \n\r\t\b\f \u0001"', '"\u00fc"']
NO_VALUES = [
    "", "nul", "[1", "[1,]", "[1 2]", '{"a"}', '{"a": 1,}', "{a: 1}", '{"a": 1} 2', '"a', r'"\u12g4"', "1.2.3",
    "hello", "[,1]"]


def test_json_is_read_and_written_as_others_do(classes, tmp_path):
    run("javac", "-d", tmp_path, "-cp", classes, PROGRAMS / "Echo.java")
    output = run(
        "java", "-Dstdout.encoding=UTF-8", "-Dfile.encoding=UTF-8", "-cp", f"{classes}:{tmp_path}",
        "authemulator.Echo", input="\n".join(VALUES + NO_VALUES))
    lines = output.splitlines()
    assert [json.loads(line) for line in lines[:len(VALUES)]] == [json.loads(value) for value in VALUES]
    for text, line in zip(NO_VALUES, lines[len(VALUES):], strict=True):
        assert line.startswith("The text is not JSON at character"), f"{text}: {line}"


def junit(classes, folder, text, code=0, **variables):
    """Runs the tests of a source text, and returns what the launcher prints."""
    name = re.search(r"class (\w+)", text)[1]
    (folder / f"{name}.java").write_text(text)
    run("javac", "-parameters", "-d", folder, "-cp", path(classes), folder / f"{name}.java")
    return run(
        "java", "-cp", path(classes, folder), "org.junit.platform.console.ConsoleLauncher",
        "--disable-banner", "--disable-ansi-colors", "--include-classname", ".*", "--select-class", name,
        env=environment(**variables), code=code)


def test_the_extension_gives_a_project_and_explains_failures(classes, tmp_path):
    output = junit(classes, tmp_path, (PROGRAMS / "AppTest.java").read_text(), code=1)
    assert re.search(r"3 tests successful +\]", output) and re.search(r"3 tests failed +\]", output), output
    assert "auth-emulator: the last requests" in output
    assert "MISSING_PASSWORD" in output and "password is missing" in output
    assert "The app sent none." in output and 'profile: the value must be one of "compatible"' in output


def test_the_extension_joins_an_emulator_that_runs(classes, emulator, tmp_path):
    text = """
import authemulator.*;
import authemulator.junit.AuthEmulator;
import org.junit.jupiter.api.*;

class JoinTest {
  @Test
  @AuthEmulator
  void joins(Project project) {
    Assertions.assertEquals(System.getenv("AUTH_EMULATOR_URL"), project.getUrl());
  }
}
"""
    junit(classes, tmp_path, text, AUTH_EMULATOR_URL=emulator.url)
    assert emulator.control("GET", "health")


@pytest.mark.parametrize(
    "block", [pytest.param(b, id=str(b)) for page in PAGES for b in blocks(page)
              if b.language == "java" and not b.not_run])
def test_the_examples_for_the_jvm_run(classes, tmp_path, block):
    assert re.search(r"[1-9] tests successful +\]", junit(classes, tmp_path, block.text))


def test_the_description_for_maven_has_the_version_and_the_dependency():
    pom = (ROOT / "Sources/Clients/jvm/pom.xml").read_text()
    version = run(BINARY, "--version").split()[1]
    assert f"<artifactId>auth-emulator</artifactId>\n  <version>{version}</version>" in pom
    # Users of the extension have JUnit; others do not get it.
    assert re.search(r"<artifactId>junit-jupiter-api</artifactId>\s+<version>[\d.]+</version>\s+<optional>true", pom)
