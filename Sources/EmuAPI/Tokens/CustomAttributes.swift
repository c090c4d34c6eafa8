internal import EmuJSON
internal import EmuModel

/// The rules for custom claims that an administrator sets.
enum CustomAttributes {
  /// - Throws: `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
  static func validate(_ text: String, _ rules: ProfileRules) throws(APIError) {
    // The official emulator counts UTF-16 units.
    let size = rules.shape == .official ? text.utf16.count : text.utf8.count
    guard size <= AccountLimits.customAttributes else { throw .claimsTooLarge }
    guard let value = try? JSON(parsing: text) else { throw .invalidClaims }
    guard let claims = value.object else {
      throw .invalidClaims.inProduction(detail: "Not a JSON Object: \(value.serialized())")
    }
    try validateNames(of: claims)
  }

  /// - Throws: `FORBIDDEN_CLAIM`.
  static func validateNames(of claims: JSONObject) throws(APIError) {
    for name in ReservedClaims.names where claims[name] != nil { throw .forbiddenClaim(name) }
  }
}
