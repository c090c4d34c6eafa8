/// Something that an issuer shall do wrong, for whom, and how often.
package struct IssuerFault: Sendable, Hashable, Codable {
  package var id: String
  package var match: Match
  package var effect: Effect
  /// How often it still happens; nil for ever.
  package var remaining: Int?

  package init(id: String, match: Match = Match(), effect: Effect, remaining: Int? = nil) {
    self.id = id
    self.match = match
    self.effect = effect
    self.remaining = remaining
  }

  /// Whom it concerns; what is nil is anybody.
  package struct Match: Sendable, Hashable, Codable {
    /// The last part of the operation's name in the request log, such as `token` or `keys`.
    package var endpoint: String?
    package var clientID: String?
    package var sub: String?
    package var email: String?

    private enum CodingKeys: String, CodingKey {
      case endpoint, sub, email
      case clientID = "clientId"
    }

    package init() {}
  }

  /// What happens; several may happen at once.
  package struct Effect: Sendable, Hashable, Codable {
    /// What is wrong with the ID token or the answer, by name.
    package var defect: String?
    /// How far the times in an ID token lie from the emulator's clock.
    package var timeOffsetSeconds: Int64?
    package var error: Failure?
    /// The HTTP status of an answer without `error`.
    package var status: Int?
    /// What is answered in place of the body.
    package var body: String?
    package var contentType: String?
    /// How long the answer is held back.
    package var delayMilliseconds: Int64?
    /// Whether half of the body is all that is sent.
    package var malformed: Bool?

    package init() {}
  }

  /// A refusal in the form of RFC 6749 §5.2.
  package struct Failure: Sendable, Hashable, Codable {
    /// The HTTP status.
    package var code: Int
    /// The value of `error`.
    package var message: String
    package var description: String?

    package init(code: Int, message: String, description: String? = nil) {
      self.code = code
      self.message = message
      self.description = description
    }
  }
}

extension IssuerFault {
  /// Whether it concerns ID tokens, rather than the answer of an endpoint.
  package var spoilsTokens: Bool {
    effect.timeOffsetSeconds != nil || effect.defect != nil
  }
}
