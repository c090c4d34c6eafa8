internal import EmuJSON
internal import EmuModel

/// The rules for custom claims that an administrator sets.
enum CustomAttributes {
  /// Names that a token has a meaning for already.
  private static let reserved: [String] = [
    "acr", "amr", "at_hash", "aud", "auth_time", "azp", "cnf", "c_hash", "exp", "firebase", "iat",
    "iss", "jti", "nbf", "nonce", "sub",
  ]

  /// - Throws: `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
  static func validate(_ text: String) throws(APIError) {
    guard text.utf8.count <= AccountLimits.customAttributes else { throw .claimsTooLarge }
    guard let claims = (try? JSON(parsing: text))?.object else { throw .invalidClaims }
    try validateNames(of: claims)
  }

  /// - Throws: `FORBIDDEN_CLAIM`.
  static func validateNames(of claims: JSONObject) throws(APIError) {
    for name in reserved where claims[name] != nil { throw .forbiddenClaim(name) }
  }
}
