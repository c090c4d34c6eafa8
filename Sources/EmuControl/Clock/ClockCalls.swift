internal import EmuControlCalls
internal import EmuModel
internal import EmuStore

extension Control {
  func showClock(_ call: ControlCall) throws -> ControlAnswer<ClockReport> {
    try ControlAnswer(
      ClockReport(of: services.clock.state, machine: services.clock.machineNow, notes: []))
  }

  func advanceClock(_ call: ControlCall) throws -> ControlAnswer<ClockReport> {
    let milliseconds = try call.input(AdvanceClock.self).sum()
    return change(notes: milliseconds < 0 ? [ClockWarnings.movedBack] : []) { state, _ in
      state.advance(by: .milliseconds(milliseconds))
    }
  }

  func setClock(_ call: ControlCall) throws -> ControlAnswer<ClockReport> {
    let input = try call.input(SetClock.self)
    guard let moment = Timestamp(rfc3339: input.now) else {
      throw ControlError.invalid(
        "now: \"\(input.now.prefix(64))\" is not an RFC 3339 time; write it as "
          + "2030-01-31T12:00:00Z or with an offset, 2030-01-31T12:00:00+01:00.")
    }
    return change { state, machine in
      state.set(to: moment, frozen: input.frozen, machine: machine)
    }
  }

  func freezeClock(_ call: ControlCall) throws -> ControlAnswer<ClockReport> {
    change { state, machine in state.freeze(machine: machine) }
  }

  func resetClock(_ call: ControlCall) throws -> ControlAnswer<ClockReport> {
    change { state, _ in state = EmulatorClock.State() }
  }

  /// Computes the new state from the stored one inside the transaction, so that two concurrent
  /// changes both apply. The clock moves after the commit.
  private func change(
    notes: [String] = [],
    _ body: @escaping @Sendable (inout EmulatorClock.State, Timestamp) -> Void
  ) -> ControlAnswer<ClockReport> {
    let clock = services.clock
    return write { writer in
      let machine = clock.machineNow
      var state = try writer.reader.clockState()
      body(&state, machine)
      let now = state.now(machine: machine)
      guard Self.range.contains(now.milliseconds) else { throw Self.outOfRange }
      try writer.store(state)
      try writer.deleteAnonymousUsers(createdUpTo: now - AccountLimits.anonymousLifetime)
      writer.afterCommit { [state] in clock.restore(state) }
      return ClockReport(of: state, machine: machine, notes: notes)
    }
  }

  /// From the epoch to the end of 9998. A time up to a year later still has a year with four
  /// digits, as RFC 3339 requires.
  fileprivate static let range: ClosedRange<Int64> = 0...253_370_764_799_999

  fileprivate static let outOfRange = ControlError.invalid(
    "That leads out of the clock's range, 1970-01-01T00:00:00Z to 9998-12-31T23:59:59Z; move it "
      + "less far, or return to the machine's clock with clock:reset (`auth-emulator clock reset`)."
  )
}

/// The body of `clock:advance`: the parts of the duration.
struct AdvanceClock: Decodable {
  var milliseconds: Int64?
  var seconds: Int64?
  var minutes: Int64?
  var hours: Int64?
  var days: Int64?

  /// Returns the sum in milliseconds.
  ///
  /// - Throws: `INVALID_ARGUMENT` for an empty body or a sum out of range.
  func sum() throws(ControlError) -> Int64 {
    let parts: [(count: Int64?, unit: Int64)] = [
      (milliseconds, 1), (seconds, 1000), (minutes, 60_000), (hours, 3_600_000),
      (days, 86_400_000),
    ]
    guard parts.contains(where: { $0.count != nil }) else {
      throw .invalid(
        "Say by how much: milliseconds, seconds, minutes, hours and days add up, as in "
          + #"{"hours":1,"minutes":30}; a negative number moves the clock back."#)
    }
    var total: Int64 = 0
    for part in parts {
      let (product, isTooLarge) = (part.count ?? 0).multipliedReportingOverflow(by: part.unit)
      let (next, isTooFar) = total.addingReportingOverflow(product)
      guard !isTooLarge, !isTooFar else { throw Control.outOfRange }
      total = next
    }
    // The sum is within the clock's range, so adding it to the clock cannot overflow.
    guard total.magnitude <= Control.range.upperBound.magnitude else { throw Control.outOfRange }
    return total
  }
}

struct SetClock: Decodable {
  /// RFC 3339.
  var now: String
  var frozen: Bool?
}

struct ClockReport: Codable {
  /// RFC 3339.
  var now: String
  /// The offset from the machine's clock.
  var offsetMilliseconds: Int64
  var frozen: Bool
  /// The SDKs that reject tokens at this time, and other warnings.
  var warnings: [String]

  init(of state: EmulatorClock.State, machine: Timestamp, notes: [String]) {
    now = state.now(machine: machine).rfc3339
    offsetMilliseconds = state.offset(machine: machine)
    frozen = state.frozenAt != nil
    warnings =
      notes
      + ClockWarnings.sentences(offsetMilliseconds: offsetMilliseconds, isFrozen: frozen)
  }
}
