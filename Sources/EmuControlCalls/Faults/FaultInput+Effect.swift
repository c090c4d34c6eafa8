internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

extension FaultInput {
  package struct Effect: Decodable, Sendable {
    var defect: String?
    var timeOffsetSeconds: Int64?
    var error: Failure?
    var status: Int64?
    /// A text, or JSON that is sent unchanged.
    var body: JSON?
    var contentType: String?
    var delayMilliseconds: Int64?
    var malformed: Bool?
    var truncated: Bool?
    var drop: Bool?
    var rateLimit: RateLimit?
  }

  package struct Failure: Decodable, Sendable {
    /// The HTTP status; 400 if absent.
    var code: Int64?
    var message: String
    var description: String?
  }

  package struct RateLimit: Decodable, Sendable {
    /// 60 if absent.
    var retryAfterSeconds: Int64?
  }
}

extension FaultInput {
  private static let longestDelay: Int64 = 120_000
  private static let longestWait: Int64 = 86_400

  /// Returns the effect after a check of each member and of their combination.
  func checkedEffect() throws(ControlError) -> Fault.Effect {
    var checked = Fault.Effect()
    if let defect = effect.defect, Defect(rawValue: defect) == nil {
      throw .invalid(
        "effect.defect \(defect.prefix(64)) is unknown. The defects are \(Defect.names).")
    }
    checked.defect = effect.defect
    do throws(DocumentError) {
      checked.timeOffsetSeconds = try IssuerOptionsDocument.checkedOffset(effect.timeOffsetSeconds)
    } catch {
      throw ControlError(error)
    }
    checked.error = try effect.error.map { error throws(ControlError) in
      Fault.Failure(
        code: try Self.status(error.code ?? 400, "effect.error.code"), message: error.message,
        description: error.description)
    }
    checked.status = try effect.status.map { code throws(ControlError) in
      try Self.status(code, "effect.status")
    }
    checked.body = effect.body.map { $0.string ?? $0.serialized() }
    checked.contentType = effect.contentType
    if let type = checked.contentType, !type.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }) {
      throw .invalid("effect.contentType must be ASCII without control characters.")
    }
    if let delay = effect.delayMilliseconds {
      try Self.check(delay, in: 1...Self.longestDelay, "effect.delayMilliseconds")
    }
    checked.delayMilliseconds = effect.delayMilliseconds
    checked.rateLimit = try effect.rateLimit.map { limit throws(ControlError) in
      let wait = limit.retryAfterSeconds ?? 60
      try Self.check(wait, in: 1...Self.longestWait, "effect.rateLimit.retryAfterSeconds")
      return Fault.RateLimit(retryAfterSeconds: wait)
    }
    // False is equivalent to absent.
    checked.malformed = effect.malformed == true ? true : nil
    checked.truncated = effect.truncated == true ? true : nil
    checked.drop = effect.drop == true ? true : nil
    try checkTogether(checked)
    return checked
  }

  private func checkTogether(_ effect: Fault.Effect) throws(ControlError) {
    guard effect != Fault.Effect() else {
      throw .invalid(
        "effect must say what happens: one or several of \(FaultEffect.names).")
    }
    var answer = effect
    answer.defect = nil
    answer.timeOffsetSeconds = nil
    if answer != effect, answer != Fault.Effect() {
      throw .invalid(
        "defect and timeOffsetSeconds are of tokens, the other effects of answers; make two faults."
      )
    }
    let answers: [(String, Bool)] = [
      ("error", effect.error != nil),
      ("status or body", effect.status != nil || effect.body != nil),
      ("drop", effect.drop != nil), ("rateLimit", effect.rateLimit != nil),
    ]
    guard answers.count(where: \.1) <= 1 else {
      let names = answers.filter(\.1).map { "effect.\($0.0)" }
      throw .invalid(
        "A request has one answer: leave all but one of \(names.joined(separator: ", ")) out, or make "
          + "several faults with times, which happen one after the other.")
    }
    guard effect.malformed == nil || effect.truncated == nil else {
      throw .invalid(
        "effect.malformed is half of a body as a whole answer, effect.truncated a connection that is "
          + "cut; leave one out.")
    }
  }

  private static func status(_ code: Int64, _ field: String) throws(ControlError) -> Int {
    guard (200...599).contains(code) else {
      throw .invalid("\(field) must be an HTTP status from 200 to 599.")
    }
    return Int(code)
  }
}
