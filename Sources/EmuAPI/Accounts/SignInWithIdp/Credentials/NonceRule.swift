/// The check of an ID token's nonce against the request.
///
/// Source: docs/reference/sign-in-with-idp.md#nonce.
enum NonceRule {
  enum Verdict: Sendable, Hashable {
    case passes(String)
    /// A token with a nonce is sent without the raw one.
    case missing
    /// The detail that production appends to `MISSING_OR_INVALID_NONCE`.
    case fails(String)
  }

  /// - Parameters:
  ///   - claim: the token's `nonce`.
  ///   - raw: the request's `nonce` parameter.
  ///   - rawSHA256: the lower-case hexadecimal SHA-256 of `raw`.
  static func verdict(claim: String?, raw: String?, rawSHA256: String?) -> Verdict {
    switch (claim, raw) {
    case (nil, _): .passes("the token carries no nonce")
    case (_, nil): .missing
    case (let claim?, let raw?):
      claim == rawSHA256
        ? .passes("the token's nonce is the SHA-256 of the raw nonce")
        : .fails(
          "The nonce in ID Token \"\(claim)\" does not match the SHA256 hash of the raw nonce "
            + "\"\(raw)\" in the request.")
    }
  }
}
