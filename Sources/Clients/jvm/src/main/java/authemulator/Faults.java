package authemulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests that fail, are late or lose their connection: of a project, or of all. */
public final class Faults {
  private final Emulator emulator;
  private final String project;

  Faults(Emulator emulator, String project) {
    this.emulator = emulator;
    this.project = project;
  }

  /** Sets a fault such as {@code Map.of("status", 503)} for an operation, and returns its id. */
  public String add(Map<String, ?> effect, String operation) {
    return add(effect, Map.of("operation", operation), Map.of());
  }

  /** Sets a fault for a match of the control API, with times, probability and seed as options. */
  public String add(Map<String, ?> effect, Map<String, ?> match, Map<String, ?> options) {
    Map<String, Object> ours = new LinkedHashMap<>(match);
    if (project != null) ours.put("project", project);
    Map<String, Object> body = new LinkedHashMap<>(options);
    body.put("match", ours);
    body.put("effect", effect);
    return (String) emulator.call("POST", "faults", body).get("id");
  }

  /** Returns the faults that are left. */
  public List<Map<String, Object>> list() {
    return Emulator.list(emulator.call("GET", "faults", null, Json.members("project", project)), "faults");
  }

  /** Removes a fault, which may be used up. */
  public void remove(String id) {
    try {
      emulator.call("DELETE", "faults/" + Emulator.part(id));
    } catch (AuthEmulatorException error) {
      if (error.getStatus() != 404) throw error;
    }
  }

  /** Removes every fault. */
  public void removeAll() {
    emulator.call("DELETE", "faults", null, Json.members("project", project));
  }
}
