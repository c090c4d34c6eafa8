package authemulator;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UnsupportedEncodingException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A running emulator. Bodies and answers are those of docs/control-api.md. */
public final class Emulator implements AutoCloseable {
  private final String url;
  private Process process;

  /** Uses the emulator at a URL such as {@code http://127.0.0.1:9099}; sends nothing yet. */
  public Emulator(String url) {
    this.url = url.replaceAll("/+$", "");
  }

  /** Joins the emulator of AUTH_EMULATOR_URL, FIREBASE_AUTH_EMULATOR_HOST or port 9099. */
  public static Emulator join() {
    String host = environment("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9099");
    return join(environment("AUTH_EMULATOR_URL", "http://" + host));
  }

  /** Joins the emulator of a URL; throws where none answers. */
  public static Emulator join(String url) {
    Emulator emulator = new Emulator(url);
    emulator.health();
    return emulator;
  }

  /** Starts an emulator on a free port that stores nothing, and ends with this process. */
  public static Emulator launch(String... flagsOfStart) {
    List<String> command = new ArrayList<>(List.of(binary(), "exec"));
    command.addAll(List.of(flagsOfStart));
    // The command reads its input until this process closes it or ends.
    command.addAll(List.of("--", "sh", "-c", "echo \"$AUTH_EMULATOR_URL\"; exec cat >/dev/null"));
    try {
      Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String url = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
      if (url == null) {
        throw new AuthEmulatorException("auth-emulator ended with code " + process.waitFor()
            + " before it answered; it printed the reason on standard error.", 0, null);
      }
      Emulator emulator = new Emulator(url);
      emulator.process = process;
      return emulator;
    } catch (IOException | InterruptedException error) {
      throw new AuthEmulatorException("auth-emulator did not start: " + error.getMessage(), 0, error);
    }
  }

  /** Returns the path of the command: AUTH_EMULATOR_BINARY, or on PATH. */
  public static String binary() {
    String named = environment("AUTH_EMULATOR_BINARY", null);
    if (named != null) return named;
    for (String folder : environment("PATH", "").split(File.pathSeparator)) {
      File file = new File(folder, "auth-emulator");
      if (file.isFile() && file.canExecute()) return file.getPath();
    }
    throw new AuthEmulatorException("The command auth-emulator was not found. Add it to PATH, or set"
        + " AUTH_EMULATOR_BINARY to its path.", 0, null);
  }

  private static String environment(String name, String otherwise) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? otherwise : value;
  }

  /** The address without a path. */
  public String getUrl() {
    return url;
  }

  /** Stops an emulator that launch started; leaves any other alone. */
  public void stop() {
    if (process == null) return;
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException | InterruptedException error) {
      process.destroy();
    }
    process = null;
  }

  @Override
  public void close() {
    stop();
  }

  Map<String, Object> call(String method, String path) {
    return call(method, path, null, Map.of());
  }

  Map<String, Object> call(String method, String path, Object body) {
    return call(method, path, body, Map.of());
  }

  /** Sends a call below {@code /emulator/v1}, and returns its answer. */
  public Map<String, Object> call(String method, String path, Object body, Map<String, ?> query) {
    return read(send(method, "/emulator/v1/" + path, body, query));
  }

  /** Sends a call with an administrator's privileges, and returns the text of its answer. */
  public String send(String method, String path, Object body, Map<String, ?> query) {
    StringBuilder address = new StringBuilder(url + path);
    String separator = "?";
    for (Map.Entry<String, ?> pair : query.entrySet()) {
      address.append(separator).append(pair.getKey()).append('=').append(part(pair.getValue().toString()));
      separator = "&";
    }
    try {
      // Android has no java.net.http. Calls of this machine never go through a proxy.
      HttpURLConnection connection =
          (HttpURLConnection) new URL(address.toString()).openConnection(Proxy.NO_PROXY);
      connection.setRequestMethod(method);
      connection.setReadTimeout(60_000);
      // The request log separates the app's requests from those of tests by the first.
      connection.setRequestProperty("X-Emulator-Tool", "kit");
      connection.setRequestProperty("Authorization", "Bearer owner");
      connection.setRequestProperty("Content-Type", "application/json");
      if (body != null) {
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
          out.write(Json.write(body).getBytes(StandardCharsets.UTF_8));
        }
      }
      int status = connection.getResponseCode();
      InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream();
      String text = in == null ? "" : text(in);
      if (status < 400) return text;
      throw new AuthEmulatorException(message(text), status, null);
    } catch (IOException error) {
      throw new AuthEmulatorException("No emulator answers at " + url + " (" + error.getMessage() + ")."
          + " Start one with `auth-emulator start`, or set AUTH_EMULATOR_URL.", 0, error);
    }
  }

  private static String text(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int count; (count = in.read(buffer)) > 0; ) out.write(buffer, 0, count);
    return out.toString("UTF-8");
  }

  private static String message(String text) {
    try {
      return (String) ((Map<?, ?>) ((Map<?, ?>) Json.read(text)).get("error")).get("message");
    } catch (RuntimeException isNoError) {
      return text;
    }
  }

  @SuppressWarnings("unchecked")
  Map<String, Object> read(String answer) {
    try {
      return (Map<String, Object>) Json.read(answer);
    } catch (IllegalArgumentException | ClassCastException error) {
      throw new AuthEmulatorException("The server at " + url + " is not an emulator: its answer is not JSON."
          + " Set AUTH_EMULATOR_URL to the address of one.", 0, error);
    }
  }

  /** Returns the elements of a member; none where it is missing. */
  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> list(Map<String, Object> answer, String member) {
    return (List<Map<String, Object>>) answer.getOrDefault(member, List.of());
  }

  static String part(String text) {
    try {
      return URLEncoder.encode(text, "UTF-8").replace("+", "%20");
    } catch (UnsupportedEncodingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static String unique() {
    return "test-" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
  }

  /** Returns version, default project and data file. */
  public Map<String, Object> health() {
    return call("GET", "health");
  }

  /** Creates a project that no other test has. */
  public Project project() {
    return project(unique());
  }

  /** Creates a project where it does not exist. */
  public Project project(String id) {
    Project project = new Project(this, id);
    project.seed(Map.of());
    return project;
  }

  /** The clock, which all projects share. */
  public Clock getClock() {
    return new Clock(this);
  }

  /** The faults of all projects. */
  public Faults getFaults() {
    return new Faults(this, null);
  }

  /** Empties every project, and returns the clock to the machine's time. */
  public void reset() {
    call("POST", "reset", Map.of("to", "empty"));
  }
}
