internal import EmuCrypto
internal import EmuJSON

/// Classifies values by the names of their members or fields.
enum RecordedNames {
  /// Ids that the emulator generates and requests repeat.
  private static let ids: Set<String> = [
    "localid", "mfaenrollmentid", "tenantid", "uid", "sub", "userid", "id", "state", "sessionid",
    "sharedsecretkey", "credentialid", "challenge", "email", "rawid", "name", "kid", "userhandle",
    "nonce",
  ]

  /// Returns true if only the emulator or another server can have generated the value. Chosen secrets
  /// are test data, and stay.
  static func isToken(_ name: String) -> Bool {
    SecretMask.generated.contains(SecretMask.plain(name))
  }

  /// Returns true if the value is copied without analysis.
  static func isPassword(_ name: String) -> Bool { SecretMask.plain(name).hasSuffix("password") }

  /// Returns true if a value of a response may be sent in a later request.
  static func canReturn(_ name: String, _ value: String) -> Bool {
    guard value.utf8.count >= 6 || SecretMask.isSecret(name) else { return false }
    return SecretMask.isSecret(name) || ids.contains(SecretMask.plain(name))
      || value.utf8.count >= 20
  }

  /// Returns true for a token with claims of the client.
  ///
  /// Such a token is unsigned, and not an ID token of the backend.
  static func isWrittenByClient(_ token: String) -> Bool {
    if token.utf8.first(where: { $0 > 32 }) == UInt8(ascii: "{") { return true }
    guard let claims = claims(of: token) else { return false }
    return claims["firebase"] == nil
  }

  /// Returns the claims of an unsigned token; nil for any other text.
  static func claims(of token: String) -> JSON? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = json(parts[0]), let claims = json(parts[1]) else {
      return nil
    }
    return header["alg"] == "none" ? claims : nil
  }

  private static func json(_ part: Substring) -> JSON? {
    Base64URL.decode(String(part), lenient: true).flatMap { try? JSON(parsing: $0) }
  }
}
