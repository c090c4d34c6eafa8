package authemulator;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The emulator's clock; every method returns now, offsetMilliseconds, frozen and warnings. */
public final class Clock {
  private final Emulator emulator;

  Clock(Emulator emulator) {
    this.emulator = emulator;
  }

  /** Returns the time without a change. */
  public Map<String, Object> state() {
    return emulator.call("GET", "clock");
  }

  /** Moves the clock, which a negative time moves back. */
  public Map<String, Object> advance(Duration time) {
    return emulator.call("POST", "clock:advance", Map.of("milliseconds", time.toMillis()));
  }

  /** Sets the time. */
  public Map<String, Object> set(Instant now) {
    return set(now, false);
  }

  /** Sets the time, and stops the clock if frozen. */
  public Map<String, Object> set(Instant now, boolean frozen) {
    return emulator.call("POST", "clock:set", Map.of("now", now.toString(), "frozen", frozen));
  }

  /** Stops the clock. */
  public Map<String, Object> freeze() {
    return emulator.call("POST", "clock:freeze", Map.of());
  }

  /** Returns to the machine's time. */
  public Map<String, Object> reset() {
    return emulator.call("POST", "clock:reset", Map.of());
  }
}
