/// What checking a token's signature came to; its claims have not been looked at.
package enum JWTVerification: Sendable, Hashable {
  /// One of the keys made the signature; its name, if it has one.
  case valid(kid: String?)
  /// The keys that the token may mean did not make this signature.
  case badSignature
  /// No key has the name that the token asks for, or there is no key at all.
  case unknownKey
  /// The token's `alg` is unknown, `none`, or not the key's.
  case algorithmNotAllowed
  /// The text is no token, or its header asks for an extension; why, in words.
  case malformed(String)

  /// Whether the signature is good.
  package var isValid: Bool {
    if case .valid = self { true } else { false }
  }
}
