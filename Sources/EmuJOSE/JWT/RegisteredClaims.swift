package import EmuJSON

/// The claims of RFC 7519 §4.1 and OpenID Connect that decide whether a token may be used.
///
/// All times are seconds since the epoch. Every check is a pure question: it answers a problem or nil,
/// and the caller decides what it means.
package struct RegisteredClaims: Sendable, Hashable {
  /// `iss`.
  package let issuer: String?
  /// `sub`.
  package let subject: String?
  /// `aud`, one text or several.
  package let audience: [String]
  /// `exp`; the fraction, if any, is dropped.
  package let expiration: Int64?
  /// `nbf`; the fraction, if any, is dropped.
  package let notBefore: Int64?
  /// `iat`; the fraction, if any, is dropped.
  package let issuedAt: Int64?
  /// `nonce`.
  package let nonce: String?
  /// `azp`.
  package let authorizedParty: String?

  /// Takes the claims out of a payload; one of the wrong type counts as missing.
  package init(_ payload: JSON) {
    issuer = payload["iss"]?.string
    subject = payload["sub"]?.string
    audience =
      payload["aud"].map { $0.string.map { [$0] } ?? $0.array?.compactMap(\.string) ?? [] } ?? []
    expiration = Self.time(payload["exp"])
    notBefore = Self.time(payload["nbf"])
    issuedAt = Self.time(payload["iat"])
    nonce = payload["nonce"]?.string
    authorizedParty = payload["azp"]?.string
  }

  private static func time(_ value: JSON?) -> Int64? {
    guard let value else { return nil }
    return value.int ?? value.double.flatMap { Int64(exactly: $0.rounded(.down)) }
  }
}

// MARK: - Checks

extension RegisteredClaims {
  /// Asks whether the token has run out: `exp` must be there and lie after now.
  package func expirationProblem(now: Int64, leeway: Int64 = 0) -> ClaimProblem? {
    guard let expiration else { return .missing("exp") }
    let seconds = Self.seconds(from: expiration, to: now)
    return seconds >= leeway ? .expired(secondsAgo: seconds) : nil
  }

  /// Asks whether the token is from the future: `nbf` and `iat`, where there, must not lie after now.
  package func futureProblem(now: Int64, leeway: Int64 = 0) -> ClaimProblem? {
    guard let latest = [notBefore, issuedAt].compactMap({ $0 }).max() else { return nil }
    let seconds = Self.seconds(from: now, to: latest)
    return seconds > leeway ? .notYetValid(secondsAhead: seconds) : nil
  }

  /// Asks whether the issuer is exactly the expected one.
  package func issuerProblem(expected: String) -> ClaimProblem? {
    guard let issuer else { return .missing("iss") }
    return issuer == expected ? nil : .wrongIssuer(issuer)
  }

  /// Asks whether the token is meant for any of the expected audiences.
  package func audienceProblem(anyOf expected: some Collection<String>) -> ClaimProblem? {
    guard !audience.isEmpty else { return .missing("aud") }
    return audience.contains(where: expected.contains) ? nil : .wrongAudience(audience)
  }

  /// Asks whether the nonce is the one sent; with none sent there must be none (OpenID Connect Core
  /// §3.1.3.7).
  package func nonceProblem(expected: String?) -> ClaimProblem? {
    switch (expected, nonce) {
    case (nil, nil): nil
    case (nil, _?): .unexpectedNonce
    case (_?, nil): .missing("nonce")
    case (let expected?, let nonce?): expected == nonce ? nil : .wrongNonce
    }
  }

  /// The time between two points; a stranger's claim may lie as far away as 64 bits reach.
  private static func seconds(from start: Int64, to end: Int64) -> Int64 {
    let (seconds, isBeyond) = end.subtractingReportingOverflow(start)
    return isBeyond ? (end < 0 ? .min : .max) : seconds
  }
}
