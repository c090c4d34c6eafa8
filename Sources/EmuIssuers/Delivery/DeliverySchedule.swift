internal import EmuThread

package struct DeliverySchedule: Sendable {
  /// The pause before each retry.
  package var pauses: [Duration]
  /// Runs a closure after a pause, on any thread; returns immediately.
  package var wait: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// Returns a schedule of four attempts within five seconds of real time: the caller waits for the
  /// answer.
  static func usual(_ alarms: Alarms) -> DeliverySchedule {
    DeliverySchedule(pauses: [.milliseconds(250), .seconds(1), .seconds(3)]) { pause, run in
      alarms.after(pause, run)
    }
  }
}
