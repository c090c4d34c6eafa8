internal import EmuControlCalls
internal import EmuModel
internal import EmuStore

/// `issuers/{id}/answers`: the queue of answers for the next token requests of an issuer.
///
/// A queued answer is stored with the faults, so that resets and snapshots include it.
struct AnswerQueue: Codable, Sendable {
  /// The next one first.
  var answers: [TokenAnswer]

  /// The limit of each issuer's queue, which is held in memory.
  private static let limit = 1000
  /// The limit of all queues together.
  private static let total = 10_000

  static func list(_ call: IssuerCall) throws -> ControlAnswer<AnswerQueue> {
    let answers = call.services.store.answers(ofIssuer: try call.issuer().id)
    return try ControlAnswer(AnswerQueue(answers: answers))
  }

  static func add(_ call: IssuerCall) throws -> ControlAnswer<AnswerQueue> {
    let issuer = try call.issuer()
    let answers = try call.input(AnswerQueue.self).answers
    try check(answers, for: issuer)
    let (store, ids) = (call.services.store, call.services.ids)
    guard store.answers(ofIssuer: issuer.id).count + answers.count <= limit else {
      throw ControlError.invalid(
        "\(issuer.id) queues at most \(limit) answers. DELETE /emulator/v1/issuers/\(issuer.id)"
          + "/answers empties the queue.")
    }
    guard store.faultCounts.answers + answers.count <= total else {
      throw ControlError.invalid(
        "All issuers together queue at most \(total) answers. DELETE /emulator/v1/issuers/{id}"
          + "/answers empties the queue of one.")
    }
    return call.write { writer in
      for answer in answers {
        var fault = Fault(id: ids.lowercaseLetters(12), effect: .init(), remaining: 1)
        fault.match.providerId = issuer.id
        fault.answer = answer
        try writer.insert(fault, in: store)
      }
    } answering: { _ in
      AnswerQueue(answers: store.answers(ofIssuer: issuer.id))
    }
  }

  static func clear(_ call: IssuerCall) throws -> ControlAnswer<EmptyAnswer> {
    let (issuer, store) = (try call.issuer().id, call.services.store)
    return call.write { writer in
      try writer.deleteAnswers(ofIssuer: issuer, in: store)
      return EmptyAnswer()
    }
  }

  private static func check(
    _ answers: [TokenAnswer], for issuer: any FakeIssuer
  ) throws(ControlError) {
    guard issuer.makesIDTokens, !(issuer is SAMLIssuer) else {
      throw ControlError.invalid(
        "\(issuer.id) makes no ID tokens, whose claims an answer sets. POST /emulator/v1/issuers/"
          + "\(issuer.id)/accounts sets those of a person; POST /emulator/v1/issuers/\(issuer.id)"
          + "/faults replaces the answers of its token endpoint.")
    }
    guard !answers.isEmpty else {
      throw ControlError.invalid("answers is empty; give at least one {\"claims\": {…}}.")
    }
    for (index, entry) in answers.enumerated() {
      guard entry.claims != nil || entry.expiresInSeconds != nil else {
        throw ControlError.invalid(
          "answers[\(index)] changes nothing; give it claims, expiresInSeconds or both.")
      }
      _ = try ControlError.seconds(
        entry.expiresInSeconds, "answers[\(index)].expiresInSeconds")
    }
  }
}

extension IssuerCall {
  /// Takes the next answer of an issuer's queue, once in a request.
  ///
  /// Call it after the last check, so that a refused request consumes none.
  func nextAnswer(of issuer: any FakeIssuer) -> TokenAnswer? {
    appliedFaults.faults(at: "queued answer") {
      guard let taken = services.store.takeAnswer(ofIssuer: issuer.id, at: now) else { return [] }
      explanation.add(
        .fault, .chose,
        "The tokens are those of a queued answer. GET /emulator/v1/issuers/\(issuer.id)/answers "
          + "lists the answers that are left.")
      return [taken]
    }.first?.answer
  }
}
