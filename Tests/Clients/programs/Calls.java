// Prints the tasks that it has done.
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
        "{\"email\": \"ann@example.com\", \"password\": \"" + password + "\"}").statusCode();
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
        "displayName", "\"Ann\" \\ \u00e9\n\ud83c\udf52"))));
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
    expect(project.user("ann").get("displayName").equals("\"Ann\" \\ \u00e9\n\ud83c\udf52"));
    expect(project.userByEmail("bob@example.com") == null);
    done("users");

    Map<String, ?> ann = Map.of("email", "ann@example.com");
    expect(project.mint("apple.com", Map.of("account", ann, "rawNonce", "n")).get("idToken") != null);
    Object token = project.mint("oidc.acme", Map.of("account", ann)).get("idToken");
    Object saml = project.mint("saml.acme", Map.of("account", ann)).get("postBody");
    for (Object body : List.of("id_token=" + token + "&providerId=oidc.acme", saml)) {
      expect(post("accounts:signInWithIdp",
          "{\"postBody\": \"" + body + "\", \"requestUri\": \"http://localhost\"}")
          .body().contains("ann@example.com"));
    }
    done("a sign-in without a page");

    post("accounts:sendOobCode", "{\"requestType\": \"PASSWORD_RESET\", \"email\": \"ann@example.com\"}");
    Map<String, Object> message = project.code("Ann@Example.com", "PASSWORD_RESET");
    expect(((String) message.get("link")).contains((String) message.get("code")));
    Thread late = new Thread(() -> {
      try {
        Thread.sleep(200);
        post("accounts:sendVerificationCode", "{\"phoneNumber\": \"+12025550100\"}");
      } catch (Exception error) {
        throw new IllegalStateException(error);
      }
    });
    late.start();
    expect(project.code("+12025550100", null, Duration.ofSeconds(60)).get("code").toString().length() == 6);
    expect(project.messages().size() == 2);
    post("accounts:resetPassword",
        "{\"oobCode\": \"" + message.get("code") + "\", \"newPassword\": \"secret1\"}");
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
