package enum SecretKind: Sendable {
  case code, accessToken, refreshToken
}

/// The values that an ID token is bound to.
package struct TokenBindings: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `at_hash`
  package static let accessToken = TokenBindings(rawValue: 1)
  /// `c_hash`
  package static let code = TokenBindings(rawValue: 2)
}
