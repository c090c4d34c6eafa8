internal import EmuCrypto
package import EmuJSON

/// The claims of RFC 7519 §4.1 and OpenID Connect that decide whether a token may be used.
///
/// All times are seconds since the epoch.
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

  /// Extracts the claims; one of the wrong type counts as missing.
  package init(_ claims: JSONObject) {
    issuer = claims["iss"]?.string
    subject = claims["sub"]?.string
    audience =
      claims["aud"].map { $0.string.map { [$0] } ?? $0.array?.compactMap(\.string) ?? [] } ?? []
    expiration = Self.time(claims["exp"])
    notBefore = Self.time(claims["nbf"])
    issuedAt = Self.time(claims["iat"])
  }

  private static func time(_ value: JSON?) -> Int64? {
    guard let value else { return nil }
    return value.int ?? value.double.flatMap { Int64(exactly: $0.rounded(.down)) }
  }
}

// MARK: - Checks

extension RegisteredClaims {
  /// Returns true from the time of `exp` on, and without one.
  package func isExpired(now: Int64) -> Bool { expiration.map { $0 <= now } ?? true }

  /// Returns true before the time of `nbf`, or of `iat`; a missing one is not a limit.
  package func isPremature(now: Int64) -> Bool {
    [notBefore, issuedAt].contains { $0.map { $0 > now } ?? false }
  }

  /// Returns true if the audience includes one of the expected ones.
  package func isFor(anyOf expected: some Collection<String>) -> Bool {
    audience.contains(where: expected.contains)
  }
}

/// The claims `at_hash` and `c_hash` (OpenID Connect Core §3.1.3.6 and §3.3.2.11).
package enum TokenHash {
  /// Returns the claim that binds an access token or a code to an ID token of the given algorithm.
  ///
  /// It is base64url of the left half of the algorithm's hash: SHA-256 for those ending in 256 and
  /// for `none`, SHA-512 for EdDSA, which uses it itself.
  package static func value(for token: String, algorithm: JWSAlgorithm) -> String {
    let digest: Digest =
      switch algorithm {
      case .rs256, .ps256, .es256, .hs256, .none: .sha256
      case .rs384, .es384: .sha384
      case .rs512, .eddsa: .sha512
      }
    return Base64URL.encode(Array(digest.hash(Array(token.utf8)).prefix(digest.byteCount / 2)))
  }
}
