internal import EmuControlCalls
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

extension FaultInput {
  private static let longestDelay: Int64 = 120_000
  private static let longestWait: Int64 = 86_400

  func checkedEffect() throws(ControlError) -> Fault.Effect {
    var checked = effect
    if let defect = effect.defect, Defect(rawValue: defect) == nil {
      throw .invalid(
        "effect.defect \(defect.prefix(64)) is unknown. The defects are \(Defect.names).")
    }
    do throws(DocumentError) {
      try IssuerOptions.check(timeOffset: effect.timeOffsetSeconds)
    } catch {
      throw ControlError(error)
    }
    checked.error?.code = try Self.status(effect.error?.status, "effect.error.code")
    checked.status = try Self.status(effect.status, "effect.status")
    checked.body = effect.body.map { .string($0.string ?? $0.serialized()) }
    if let type = effect.contentType, !type.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }) {
      throw .invalid("effect.contentType must be ASCII without control characters.")
    }
    if let delay = effect.delayMilliseconds {
      try Self.check(delay, in: 1...Self.longestDelay, "effect.delayMilliseconds")
    }
    if let wait = effect.rateLimit?.wait {
      try Self.check(wait, in: 1...Self.longestWait, "effect.rateLimit.retryAfterSeconds")
      checked.rateLimit?.retryAfterSeconds = wait
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

  private static func status(_ code: Int?, _ field: String) throws(ControlError) -> Int? {
    guard let code, !(200...599).contains(code) else { return code }
    throw .invalid("\(field) must be an HTTP status from 200 to 599.")
  }
}
