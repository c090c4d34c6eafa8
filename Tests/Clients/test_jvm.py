"""The kit for the JVM: compiled by javac for Java 11, with its calls, and its extension run by JUnit 5."""

import json
import os
import pathlib
import re
import shutil

import pytest
from conftest import BINARY
from kits import alone, another_server, does_every_task, follows_the_description, run
from pages import PAGES, ROOT, blocks

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

# Prints the tasks that it has done.
JVM = '''
import authemulator.*;
import java.net.URI;
import java.net.http.*;
import java.time.*;
import java.util.*;

class Calls {
  static Project project;

  static HttpResponse<String> post(String operation, String body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(project.endpoint(operation)))
        .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  static int signIn(String password) throws Exception {
    return post("accounts:signInWithPassword",
        "{\\"email\\": \\"ann@example.com\\", \\"password\\": \\"" + password + "\\"}").statusCode();
  }

  static void expect(boolean isTrue) {
    if (!isTrue) throw new AssertionError();
  }

  static AuthEmulatorException failure(Runnable call) {
    try {
      call.run();
    } catch (AuthEmulatorException error) {
      return error;
    }
    throw new AssertionError("no error");
  }

  static void done(String task) {
    System.out.println(task);
  }

  public static void main(String[] arguments) throws Exception {
    Emulator emulator = Emulator.join();
    project = emulator.project("demo-jvm");
    done("a project");
    expect(project.getUrl().equals("http://" + project.getHost()));
    expect(project.getHost().equals(project.getEnvironment().get("FIREBASE_AUTH_EMULATOR_HOST")));
    expect(project.getApiKey().equals("emulator-demo-jvm"));
    done("the app");
    expect(emulator.send("GET", "/emulator/v1/health", null, Map.of()).contains("version"));
    expect(emulator.call("GET", "projects", null, Map.of()).get("projects") != null);
    done("any other call");
    project.seed(Map.of("users", List.of(Map.of(
        "localId", "ann", "email", "ann@example.com", "password", "secret1",
        "displayName", "\\"Ann\\" \\\\ \\u00e9\\n\\ud83c\\udf52"))));
    expect(project.export().toString().contains("ann@example.com"));
    try (Scope before = project.snapshot()) {
      project.removeUsers();
      expect(project.users().isEmpty());
    }
    done("users, people, settings");
    expect(project.users().size() == 1);
    project.snapshot("ready");
    project.restore("ready");
    done("states");
    expect(project.set("recentLogin", "on").get("recentLogin").equals("on"));
    expect(project.settings().get("recentLogin").equals("on"));
    done("switches");
    expect(project.user("ann").get("displayName").equals("\\"Ann\\" \\\\ \\u00e9\\n\\ud83c\\udf52"));
    expect(project.userByEmail("bob@example.com") == null);
    done("users");

    Map<String, ?> ann = Map.of("email", "ann@example.com");
    expect(project.mint("apple.com", Map.of("account", ann, "rawNonce", "n")).get("idToken") != null);
    Object token = project.mint("oidc.acme", Map.of("account", ann)).get("idToken");
    Object saml = project.mint("saml.acme", Map.of("account", ann)).get("postBody");
    for (Object body : List.of("id_token=" + token + "&providerId=oidc.acme", saml)) {
      expect(post("accounts:signInWithIdp",
          "{\\"postBody\\": \\"" + body + "\\", \\"requestUri\\": \\"http://localhost\\"}")
          .body().contains("ann@example.com"));
    }
    done("a sign-in without a page");

    post("accounts:sendOobCode", "{\\"requestType\\": \\"PASSWORD_RESET\\", \\"email\\": \\"ann@example.com\\"}");
    Map<String, Object> message = project.code("Ann@Example.com", "PASSWORD_RESET");
    expect(((String) message.get("link")).contains((String) message.get("code")));
    Thread late = new Thread(() -> {
      try {
        Thread.sleep(200);
        post("accounts:sendVerificationCode", "{\\"phoneNumber\\": \\"+12025550100\\"}");
      } catch (Exception error) {
        throw new IllegalStateException(error);
      }
    });
    late.start();
    expect(project.code("+12025550100", null, Duration.ofSeconds(60)).get("code").toString().length() == 6);
    expect(project.messages().size() == 2);
    post("accounts:resetPassword",
        "{\\"oobCode\\": \\"" + message.get("code") + "\\", \\"newPassword\\": \\"secret1\\"}");
    expect(failure(() -> project.code("ann@example.com", null, Duration.ofMillis(60))).getMessage().equals(
        "Project demo-jvm has no unused code for ann@example.com. Its last messages: text for"
        + " +12025550100, PASSWORD_RESET for ann@example.com (used)."));
    expect(failure(() -> project.totpCode("ann")).getStatus() == 404);
    done("codes");

    expect(signIn("secret1") == 200);
    try (Scope fault = project.fault(Map.of("status", 503), "accounts:signInWithPassword")) {
      expect(project.getFaults().list().size() == 1);
      expect(signIn("secret1") == 503);
    }
    expect(project.getFaults().list().isEmpty());
    project.getFaults().add(Map.of("drop", true), Map.of("path", "*/accounts:delete"),
        Map.of("times", 1, "probability", 0.5, "seed", 1));
    project.getFaults().remove(project.getFaults().add(Map.of("status", 503), "accounts:signUp"));
    expect(project.getFaults().list().size() == 1);
    project.getFaults().removeAll();
    done("faults");

    expect(signIn("wrong") == 400);
    expect(project.requests(Map.of("status", "4xx")).get(0).get("operation")
        .equals("accounts:signInWithPassword"));
    expect(project.explain().contains("INVALID_PASSWORD"));
    done("reasons");

    String now = (String) emulator.getClock().advance(Duration.ofMinutes(5)).get("now");
    emulator.getClock().set(Instant.parse(now), true);
    emulator.getClock().freeze();
    expect(emulator.getClock().state().get("frozen").equals(true));
    emulator.getClock().reset();
    done("time");

    expect(Emulator.binary().endsWith("auth-emulator"));
    Emulator own = Emulator.launch("--project", "demo-own");
    expect(own.health().get("project").equals("demo-own"));
    own.reset();
    done("the whole emulator");
    own.stop();
    own.close(); // has nothing left to stop
    expect(failure(own::health).getStatus() == 0);
    Emulator.launch(); // ends with this process
    done("to start or join");
  }
}
'''


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
    output = program(classes, tmp_path, JVM, AUTH_EMULATOR_URL=emulator.url)
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


ECHO = """
package authemulator;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;

class Echo {
  public static void main(String[] arguments) {
    Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
    while (lines.hasNextLine()) {
      try {
        System.out.println(Json.write(Json.read(lines.nextLine())));
      } catch (IllegalArgumentException error) {
        System.out.println(error.getMessage());
      }
    }
  }
}
"""
VALUES = [
    "null", "true", "[]", "{}", "[ ]", ' { "a" : [ 1 , -2 , 3.5 , 1e3 , 123456789012345678 ] } ',
    '{"a": {"b": [[], {}, null, false]}, "c": ""}', r'"\u00e9\ud83c\udf52 \" \\ \/ \n\r\t\b\f \u0001"', '"\u00fc"']
NO_VALUES = [
    "", "nul", "[1", "[1,]", "[1 2]", '{"a"}', '{"a": 1,}', "{a: 1}", '{"a": 1} 2', '"a', r'"\u12g4"', "1.2.3",
    "hello", "[,1]"]


def test_json_is_read_and_written_as_others_do(classes, tmp_path):
    (tmp_path / "Echo.java").write_text(ECHO)
    run("javac", "-d", tmp_path, "-cp", classes, tmp_path / "Echo.java")
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


TESTS = """
import static org.junit.jupiter.api.Assertions.*;

import authemulator.*;
import authemulator.junit.AuthEmulator;
import java.time.Duration;
import java.util.*;
import org.junit.jupiter.api.*;

@AuthEmulator
@TestMethodOrder(MethodOrderer.MethodName.class)
class AppTest {
  static final Set<String> projects = new HashSet<>();
  static final Set<String> addresses = new HashSet<>();
  Project ofSetup;

  @BeforeEach
  void setup(Project project) {
    ofSetup = project;
  }

  @RepeatedTest(2)
  void eachTestHasAProject(Project project) {
    assertSame(ofSetup, project);
    assertTrue(projects.add(project.getId()));
    addresses.add(project.getUrl());
    assertEquals(1, addresses.size());
    assertTrue(project.users().isEmpty());
    project.seed(Map.of("users", List.of(Map.of("localId", "ann"))));
  }

  @Test
  @AuthEmulator(own = true, profile = "production")
  void ownEmulatorsMoveTheirClock(Project project) {
    assertFalse(addresses.contains(project.getUrl()));
    project.getClock().advance(Duration.ofDays(1));
    assertEquals("production", project.settings().get("profile"));
  }

  @Test
  @AuthEmulator(own = true, profile = "no-such-profile")
  void aWrongProfile(Project project) {}

  @Test
  void fails(Project project) throws Exception {
    var call = new java.net.URL(project.endpoint("accounts:signUp")).openConnection();
    call.setRequestProperty("Content-Type", "application/json");
    call.setDoOutput(true);
    call.getOutputStream().write("{\\"email\\": \\"ann@example.com\\"}".getBytes());
    call.getInputStream();
  }

  @Test
  void failsBeforeACall(Project project) {
    fail("of the test");
  }
}
"""


def test_the_extension_gives_a_project_and_explains_failures(classes, tmp_path):
    output = junit(classes, tmp_path, TESTS, code=1)
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
