internal import EmuJSON
internal import EmuModel

/// The rules for custom claims that an administrator sets.
enum CustomAttributes {
  /// - Throws: `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
  static func validate(_ text: String) throws(APIError) {
    guard text.utf16.count <= AccountLimits.customAttributes else {
      throw APIError("CLAIMS_TOO_LARGE")
    }
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: text)
    } catch {
      guard error.code == .outOfRange else { throw .invalidClaims }
      throw APIError("INVALID_CLAIMS", detail: error.description)
    }
    guard let claims = value.object else {
      throw .invalidClaims.inProduction(detail: "Not a JSON Object: \(value.serialized())")
    }
    if let name = ReservedClaims.first(in: claims) { throw .forbiddenClaim(name) }
  }
}
