internal import EmuCrypto

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
