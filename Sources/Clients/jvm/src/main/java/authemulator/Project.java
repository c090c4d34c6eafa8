package authemulator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A project of an emulator; no other project sees its users, people, codes and settings. */
public final class Project {
  private final Emulator emulator;
  private final String id;

  Project(Emulator emulator, String id) {
    this.emulator = emulator;
    this.id = id;
  }

  public Emulator getEmulator() {
    return emulator;
  }

  public String getId() {
    return id;
  }

  /** The emulator's address. */
  public String getUrl() {
    return emulator.getUrl();
  }

  /** Host and port, as FIREBASE_AUTH_EMULATOR_HOST has them. */
  public String getHost() {
    return getUrl().replaceFirst("^\\w+://", "");
  }

  /** The API key that selects this project. */
  public String getApiKey() {
    return "emulator-" + id;
  }

  /** The variables by which Admin SDKs find this project. */
  public Map<String, String> getEnvironment() {
    return Map.of("AUTH_EMULATOR_URL", getUrl(), "FIREBASE_AUTH_EMULATOR_HOST", getHost(),
        "GCLOUD_PROJECT", id, "GOOGLE_CLOUD_PROJECT", id);
  }

  /** Returns the URL of a call of an SDK with this project's key, such as accounts:signUp. */
  public String endpoint(String method) {
    return endpoint(method, "identitytoolkit", "v1");
  }

  /** Returns the URL of a call of another service or version, such as securetoken. */
  public String endpoint(String method, String service, String version) {
    return getUrl() + "/" + service + ".googleapis.com/" + version + "/" + method + "?key=" + getApiKey();
  }

  private String path(String path) {
    return "projects/" + Emulator.part(id) + "/" + path;
  }

  /** Stores users, people, providers, tenants and settings of a seed document, or nothing. */
  public Map<String, Object> seed(Map<String, ?> parts) {
    return emulator.call("POST", "seed", Map.of("version", 1, "projects", Map.of(id, parts)));
  }

  /** Returns the project as a seed document. */
  public Map<String, Object> export() {
    return export(false);
  }

  /** Returns the project as a seed document, with the passwords as plaintext if requested. */
  public Map<String, Object> export(boolean plainPasswords) {
    return emulator.call("GET", "export", null, Map.of("project", id, "plainPasswords", plainPasswords));
  }

  /** Removes all users, with their codes and sessions. */
  public void removeUsers() {
    emulator.call("DELETE", path("accounts"));
  }

  /** Returns the value of every switch. */
  public Map<String, Object> settings() {
    return emulator.call("GET", path("settings"));
  }

  /** Sets a switch, such as recentLogin to on, or profile to production. */
  public Map<String, Object> set(String name, String value) {
    // A seed, because the HTTP client of Java has no PATCH.
    seed(Map.of("settings", Map.of(name, value)));
    return settings();
  }

  /** Stores the state of the project, and returns to it when the scope is closed. */
  public Scope snapshot() {
    String name = Emulator.unique();
    snapshot(name);
    return () -> {
      restore(name);
      emulator.call("DELETE", "snapshots/" + Emulator.part(name));
    };
  }

  /** Stores the state of the project under a name. */
  public void snapshot(String name) {
    emulator.call("POST", "snapshots", Map.of("name", name, "project", id));
  }

  /** Returns to a stored state. */
  public void restore(String name) {
    emulator.call("POST", "snapshots/" + Emulator.part(name) + ":restore", Map.of());
  }

  /** The emulator's clock, which other projects share. */
  public Clock getClock() {
    return emulator.getClock();
  }

  /** The faults that only requests of this project meet. */
  public Faults getFaults() {
    return new Faults(emulator, id);
  }

  /** Sets a fault that only requests of this project meet, until the scope is closed. */
  public Scope fault(Map<String, ?> effect, String operation) {
    Faults faults = getFaults();
    String fault = faults.add(effect, operation);
    return () -> faults.remove(fault);
  }

  /** Returns what a native sign-in of a new person at a fake provider gives an app. */
  public Map<String, Object> mint(String issuer) {
    return mint(issuer, Map.of());
  }

  /** Returns what a native sign-in gives an app: idToken, rawNonce, …; of saml.* samlResponse, postBody. */
  public Map<String, Object> mint(String issuer, Map<String, ?> body) {
    String kind = issuer.startsWith("saml.") ? "/assertions" : "/tokens";
    return emulator.call("POST", "issuers/" + Emulator.part(issuer) + kind, body, Map.of("project", id));
  }

  /** Returns the last e-mails, text messages and silent pushes, used or not, newest first. */
  public List<Map<String, Object>> messages() {
    return Emulator.list(emulator.call("GET", path("messages"), null, Map.of("limit", 5000)), "messages");
  }

  /** Waits for an unused code, and returns the last message with one to an address or a number. */
  public Map<String, Object> code(String to) {
    return code(to, null);
  }

  /** Waits for an unused code of a type such as PASSWORD_RESET, or of any for null. */
  public Map<String, Object> code(String to, String type) {
    return code(to, type, Duration.ofSeconds(10));
  }

  /**
   * Waits for an unused code; the message has code and, of an e-mail, link and requestType. Throws an
   * exception that names the messages that there are, if there is none after the time.
   */
  public Map<String, Object> code(String to, String type, Duration timeout) {
    long limit = System.nanoTime() + timeout.toNanos();
    while (true) {
      List<Map<String, Object>> messages = messages();
      for (Map<String, Object> message : messages) {
        if (to.equalsIgnoreCase((String) message.get("to")) && message.get("usedAt") == null
            && (type == null || type.equals(message.get("requestType")))) {
          return message;
        }
      }
      if (System.nanoTime() >= limit) {
        String last = messages.stream().limit(10)
            .map(message -> message.getOrDefault("requestType", message.get("kind")) + " for "
                + message.get("to") + (message.get("usedAt") == null ? "" : " (used)"))
            .collect(Collectors.joining(", "));
        throw new AuthEmulatorException("Project " + id + " has no unused " + (type == null ? "code" : type)
            + " for " + to + ". Its last messages: " + (last.isEmpty() ? "none" : last) + ".", 0, null);
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException error) {
        throw new AuthEmulatorException("The wait for a code was interrupted.", 0, error);
      }
    }
  }

  /** Returns the six digits that the authenticator app of a user shows now. */
  public String totpCode(String uid) {
    return Emulator.list(emulator.call("GET", path("totpCodes"), null, Map.of("localId", uid)), "totpCodes")
        .stream().findFirst().map(app -> (String) app.get("code")).orElseThrow(() -> new AuthEmulatorException(
            "User " + uid + " of project " + id + " has no authenticator app. There is one after the user"
                + " enrols one, or in a seed.", 404, null));
  }

  /** Returns every user, as accounts:batchGet does. */
  public List<Map<String, Object>> users() {
    List<Map<String, Object>> users = new ArrayList<>();
    Object page = null;
    do {
      Map<String, Object> answer = emulator.read(emulator.send(
          "GET", "/v1/" + path("accounts:batchGet"), null,
          Json.members("maxResults", 1000, "nextPageToken", page)));
      users.addAll(Emulator.list(answer, "users"));
      page = answer.get("nextPageToken");
    } while (page != null);
    return users;
  }

  /** Returns the user with an id, or null. */
  public Map<String, Object> user(String uid) {
    return lookup("localId", uid);
  }

  /** Returns the user with an address, or null. */
  public Map<String, Object> userByEmail(String email) {
    return lookup("email", email);
  }

  private Map<String, Object> lookup(String key, String value) {
    Map<String, Object> answer = emulator.read(emulator.send(
        "POST", "/v1/" + path("accounts:lookup"), Map.of(key, List.of(value)), Map.of()));
    return Emulator.list(answer, "users").stream().findFirst().orElse(null);
  }

  /** Returns the last requests of the app with answers and decisions, newest first. */
  public List<Map<String, Object>> requests() {
    return requests(Map.of());
  }

  /** Returns the last requests of the app, by operation, status, outcome and limit. */
  public List<Map<String, Object>> requests(Map<String, ?> filter) {
    Map<String, Object> query = new LinkedHashMap<>(Map.of("project", id, "app", true, "limit", 100));
    query.putAll(filter);
    return Emulator.list(emulator.call("GET", "requests", null, query), "requests");
  }

  /** Returns why the last request of the app was answered as it was, as text. */
  public String explain() {
    return explain(1);
  }

  /** Returns why the last requests of the app were answered as they were, as text. */
  public String explain(int last) {
    List<String> texts = new ArrayList<>();
    for (Map<String, Object> request : requests(Map.of("limit", last))) {
      String one = "/emulator/v1/requests/" + Emulator.part((String) request.get("id"));
      texts.add(emulator.send("GET", one, null, Map.of("format", "text")));
    }
    return String.join("\n", texts);
  }

  @Override
  public String toString() {
    return "Project " + id + " at " + getUrl();
  }
}
