internal import EmuJSON

/// The two versions of Microsoft's endpoints; the first is for work accounts and reads `resource`.
///
/// Source: docs/reference/microsoft.md#authorities and docs/reference/microsoft.md#access-tokens.
package enum MicrosoftVersion: Sendable {
  case one, two

  /// Returns the issuer of this version's tokens from that of the second: `…/<tenant>/`, where the
  /// real one is `https://sts.windows.net/<tenant>/`.
  package func issuerName(_ name: String) -> String {
    self == .one && name.hasSuffix("/v2.0") ? String(name.dropLast(4)) : name
  }

  /// Converts the claims of the second version to this one's.
  func rename(_ claims: inout JSONObject) {
    guard self == .one else { return }
    if let issuer = claims["iss"]?.string { claims["iss"] = .string(issuerName(issuer)) }
    claims["ver"] = "1.0"
    let name = claims["preferred_username"]
    claims["preferred_username"] = nil
    claims["unique_name"] = name
    claims["upn"] = claims["upn"] ?? name
    if let client = claims["azp"] {
      claims["appid"] = client
      claims["appidacr"] = claims["azpacr"]
      claims["azp"] = nil
      claims["azpacr"] = nil
    }
  }
}
