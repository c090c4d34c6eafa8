internal import EmuThread

/// When a delivery that was not taken is tried again.
package struct DeliverySchedule: Sendable {
  /// The pause before each further attempt; as many as there are.
  package var pauses: [Duration]
  /// Runs something after a pause, on a thread of its choice; it returns at once.
  package var wait: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  package init(
    pauses: [Duration],
    wait: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
  ) {
    self.pauses = pauses
    self.wait = wait
  }

  /// Four attempts within five seconds, by the machine's clock: somebody waits for the answer.
  static func usual(_ alarms: Alarms) -> DeliverySchedule {
    DeliverySchedule(pauses: [.milliseconds(250), .seconds(1), .seconds(3)]) { pause, run in
      alarms.after(pause, run)
    }
  }
}
