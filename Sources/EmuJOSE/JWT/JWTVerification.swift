/// The result of checking a token's signature; its claims are not checked.
package enum JWTVerification: Sendable, Hashable {
  /// One of the keys made the signature; the value is its name, if it has one.
  case valid(kid: String?)
  /// None of the possible keys made this signature.
  case badSignature
  /// No key has the name in the token, or there is no key at all.
  case unknownKey
  /// The token's `alg` is unknown, `none`, or not the key's.
  case algorithmNotAllowed
  /// The text is not a token, or its header requires an extension; the text is the reason.
  case malformed(String)

  /// True for a valid signature.
  package var isValid: Bool {
    if case .valid = self { true } else { false }
  }
}
