/// Something that goes wrong on request: for what, in which way, and how often.
package struct Fault: Sendable, Hashable, Codable {
  package var id: String
  package var match: Match
  package var effect: Effect
  /// How often it still happens; nil without a limit.
  package var remaining: Int?
  /// Nil for a fault that happens whenever it is met.
  package var chance: Chance?
  /// When it is over, in milliseconds of the emulator's clock; nil for never.
  package var expiresAtMilliseconds: Int64?

  package init(id: String, match: Match = Match(), effect: Effect, remaining: Int? = nil) {
    self.id = id
    self.match = match
    self.effect = effect
    self.remaining = remaining
  }

  /// What it concerns; a member that is nil excludes nothing.
  package struct Match: Sendable, Hashable, Codable {
    /// A ``NamePattern`` for the operation, as the request log names it.
    package var operation: String?
    /// A ``NamePattern`` for the path of the request, without its query.
    package var path: String?
    package var project: String?
    /// The provider that a request to the backend names, or whose issuer is called.
    package var providerID: String?
    /// The endpoint of an issuer, such as `token` or `keys`.
    package var endpoint: String?
    /// The OAuth client at an issuer.
    package var clientID: String?
    /// The subject of an account at an issuer.
    package var sub: String?
    /// The id of a user of the backend.
    package var localID: String?
    /// The address of a user of the backend, or of an account at an issuer.
    package var email: String?

    private enum CodingKeys: String, CodingKey {
      case operation, path, project, endpoint, sub, email
      case providerID = "providerId"
      case clientID = "clientId"
      case localID = "localId"
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
    /// Whether half of the body is all that is sent, as a whole answer.
    package var malformed: Bool?
    /// Whether the connection is closed after half of the body.
    package var truncated: Bool?
    /// Whether the connection is closed without an answer.
    package var drop: Bool?
    package var rateLimit: RateLimit?

    package init() {}
  }

  /// A refusal, in the form of whatever refuses: Google's, the provider's, or a page.
  package struct Failure: Sendable, Hashable, Codable {
    /// The HTTP status.
    package var code: Int
    /// Google's `message`, or OAuth's `error`.
    package var message: String
    /// OAuth's `error_description`.
    package var description: String?

    package init(code: Int, message: String, description: String? = nil) {
      self.code = code
      self.message = message
      self.description = description
    }
  }

  /// A refusal with 429.
  package struct RateLimit: Sendable, Hashable, Codable {
    /// The value of `Retry-After`.
    package var retryAfterSeconds: Int64

    package init(retryAfterSeconds: Int64) { self.retryAfterSeconds = retryAfterSeconds }
  }
}

extension Fault {
  /// Whether it concerns ID tokens, or what one endpoint says of a person, rather than any answer.
  package var spoilsTokens: Bool {
    effect.timeOffsetSeconds != nil || effect.defect != nil
  }

  package func isOver(at now: Timestamp) -> Bool {
    expiresAtMilliseconds.map { now.milliseconds >= $0 } ?? false
  }
}

extension Fault.Effect {
  /// Whether the request is answered without being carried out.
  package var replacesAnswer: Bool {
    error != nil || status != nil || body != nil || drop == true || rateLimit != nil
  }
}
