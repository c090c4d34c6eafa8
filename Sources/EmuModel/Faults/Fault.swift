package import EmuJSON

/// A failure on request: its match, its effect and the number of times it happens.
package struct Fault: Sendable, Hashable, Codable {
  package var id: String
  package var match = Match()
  package var effect: Effect
  /// The queued answer of an issuer, which no call about faults lists or removes.
  package var answer: TokenAnswer?
  /// The number of times it still happens; nil without a limit.
  package var remaining: Int?
  /// Nil for a fault that happens whenever it is met.
  package var chance: Chance?
  /// The end of the fault, in milliseconds of the emulator's clock; nil for no end.
  package var expiresAtMilliseconds: Int64?

  package init(id: String, effect: Effect, remaining: Int? = nil) {
    self.id = id
    self.effect = effect
    self.remaining = remaining
  }

  /// The requests that the fault matches; a member that is nil excludes nothing.
  package struct Match: Sendable, Hashable, Codable {
    /// A ``NamePattern`` for the operation, as the request log names it.
    package var operation: String?
    /// A ``NamePattern`` for the path of the request, without its query.
    package var path: String?
    package var project: String?
    /// The provider that a request to the backend names, or whose issuer is called.
    package var providerId: String?
    /// The endpoint of an issuer, such as `token` or `keys`.
    package var endpoint: String?
    /// The OAuth client at an issuer.
    package var clientId: String?
    /// The subject of an account at an issuer.
    package var sub: String?
    /// The id of a user of the backend.
    package var localId: String?
    /// The address of a user of the backend, or of an account at an issuer.
    package var email: String?

    package init() {}
  }

  /// An error in the form of the endpoint: Google's, the provider's, or a page.
  package struct Failure: Sendable, Hashable, Codable {
    /// The HTTP status; 400 if absent.
    package var code: Int?
    /// Google's `message`, or OAuth's `error`.
    package var message: String
    /// OAuth's `error_description`.
    package var description: String?

    package var status: Int { code ?? 400 }
  }

  /// A rejection with 429.
  package struct RateLimit: Sendable, Hashable, Codable {
    /// The value of `Retry-After`; 60 if absent.
    package var retryAfterSeconds: Int64?

    package var wait: Int64 { retryAfterSeconds ?? 60 }
  }
}

extension Fault {
  /// True when it concerns ID tokens or an endpoint's claims about a person, not any response.
  package var corruptsTokens: Bool {
    effect.timeOffsetSeconds != nil || effect.defect != nil
  }

  /// True when a request takes one such fault, and the others wait for the next request.
  package var isOnePerRequest: Bool { effect.replacesAnswer || answer != nil }

  package func isOver(at now: Timestamp) -> Bool {
    expiresAtMilliseconds.map { now.milliseconds >= $0 } ?? false
  }
}

/// An answer to order for one token request, queued at an issuer.
package struct TokenAnswer: Sendable, Hashable, Codable {
  /// Claims that replace those of ID token and signed access token; null removes a claim.
  package var claims: JSONObject?
  /// The lifetime of access and ID token; nil for those of the issuer.
  package var expiresInSeconds: Int64?

  package var lifetime: Duration? { expiresInSeconds.map { .seconds($0) } }
}
