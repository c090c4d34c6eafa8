import EmuJSON

/// The meaning of values in an export, apart from their notation.
enum ExportMeaning {
  /// Members that an import sets where a file has none.
  private static let implied: Set = ["createdAt", "passwordUpdatedAt", "version", "tenantId"]

  /// Returns true for values that differ in nothing but notation: the order of members, empty members, and the
  /// form of numbers and custom claims.
  static func isSame(_ old: JSON?, _ new: JSON?, named key: String?) -> Bool {
    old.flatMap { normal($0, key) } == new.flatMap { normal($0, key) }
  }

  /// Returns true for a member that the older object should get.
  static func isWorthAdding(
    _ member: JSONObject.Member, of new: JSONObject, to old: JSONObject
  ) -> Bool {
    guard normal(member.value, member.key) != nil else { return false }
    // The time of another password than the older one is new.
    let hasNewPassword = !isSame(old["passwordHash"], new["passwordHash"], named: nil)
    return !implied.contains(member.key) || old["localId"] == nil
      || member.key == "passwordUpdatedAt" && hasNewPassword
  }

  /// Returns a value that an element keeps from one export to the next.
  static func identity(of element: JSON) -> JSON {
    ["localId", "mfaEnrollmentId", "providerId"].lazy.compactMap { element[$0] }.first ?? element
  }

  /// Returns nil for an empty value.
  private static func normal(_ value: JSON, _ key: String?) -> JSON? {
    let result = meant(value, key)
    switch result {
    case .null, .bool(false), .string(""), .array([]): return Optional.none
    case .object(let members): return members.isEmpty ? Optional.none : result
    default: return result
    }
  }

  private static func meant(_ value: JSON, _ key: String?) -> JSON {
    switch value {
    case .string(let text) where key == "customAttributes":
      return (try? JSON(parsing: text)).map { meant($0, nil) } ?? value
    // A constant, which some exports omit.
    case .string(let text) where key == "kind" && text.hasPrefix("identitytoolkit#"): return .null
    case .string: return value
    case .object(let object):
      var result = JSONObject()
      for member in object { result[member.key] = normal(member.value, member.key) }
      return .object(result)
    case .array(let elements):
      // These entries repeat the address and the number.
      let rest =
        key == "providerUserInfo"
        ? elements.filter { !["password", "phone"].contains($0["providerId"]?.string) } : elements
      return .array(rest.map { normal($0, nil) ?? .null })
    default: return value.int.map { .string(String($0)) } ?? value
    }
  }
}
