internal import EmuJSON
internal import EmuModel

/// The rules for custom claims that an administrator sets.
enum CustomAttributes {
  /// - Throws: `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
  static func validate(_ text: String) throws(APIError) {
    guard text.utf8.count <= AccountLimits.customAttributes else { throw .claimsTooLarge }
    guard let claims = (try? JSON(parsing: text))?.object else { throw .invalidClaims }
    try validateNames(of: claims)
  }

  /// - Throws: `FORBIDDEN_CLAIM`.
  static func validateNames(of claims: JSONObject) throws(APIError) {
    for name in ReservedClaims.names where claims[name] != nil { throw .forbiddenClaim(name) }
  }
}
