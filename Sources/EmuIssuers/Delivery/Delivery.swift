internal import EmuHTTP
internal import EmuOutbound
internal import EmuThread

/// The delivery of one message to another server, with all attempts.
struct Delivery: Sendable {
  let client: OutboundClient
  let schedule: DeliverySchedule
  let request: OutboundRequest
  /// The number of deliveries; more than one only on request.
  let copies: Int

  struct Attempt: Codable, Sendable {
    /// The number of the copy, from 1.
    var copy: Int
    /// The number of the attempt for the copy, from 1.
    var attempt: Int
    var waitedMilliseconds: Int
    var status: Int?
    var error: String?

    var wasTaken: Bool { status.map((200...299).contains) ?? false }
  }

  /// Delivers all copies in sequence; returns immediately.
  ///
  /// - Parameter completion: called once, on any thread, with every attempt in order.
  func run(
    copy: Int = 1, number: Int = 1, waited: Duration = .zero, after earlier: [Attempt] = [],
    _ completion: @escaping @Sendable ([Attempt]) -> Void
  ) {
    client.send(request) { outcome in
      var last = Attempt(
        copy: copy, attempt: number, waitedMilliseconds: Int(waited / .milliseconds(1)))
      switch outcome {
      case .success(let response): last.status = response.status.rawValue
      case .failure(let error): last.error = error.message
      }
      let all = earlier + [last]
      if last.wasTaken {
        guard copy < copies else { return completion(all) }
        return run(copy: copy + 1, after: all, completion)
      }
      // A closed client cannot send.
      if case .failure(let error) = outcome, error.code == .cancelled { return completion(all) }
      guard number <= schedule.pauses.count else { return completion(all) }
      let pause = schedule.pauses[number - 1]
      schedule.wait(pause) {
        run(copy: copy, number: number + 1, waited: pause, after: all, completion)
      }
    }
  }
}

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
