internal import EmuJOSE
internal import EmuJSON

/// What the name of a member or field says of its value.
enum RecordedNames {
  /// Secrets that clients and administrators choose: they are test data, and stay.
  private static let chosen: Set<String> = [
    "password", "newpassword", "oldpassword", "rawpassword", "passwordhash", "nonce", "rawnonce",
    "sessionid", "codeverifier", "secret", "clientsecret", "consumersecret",
    "oauthconsumersecret", "appsecretproof", "signerkey", "privatekey", "totpsecret",
    "sharedsecretkey", "samlresponse", "signature",
  ]

  /// Ids that the emulator makes and requests repeat.
  private static let ids: Set<String> = [
    "localid", "mfaenrollmentid", "tenantid", "uid", "sub", "userid", "id", "state", "sessionid",
    "sharedsecretkey", "credentialid", "challenge", "email", "rawid", "name", "kid", "userhandle",
    "nonce",
  ]

  private static func plain(_ name: String) -> String {
    String(
      decoding: name.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") },
      as: UTF8.self
    ).lowercased()
  }

  /// Whether only the emulator, or another server, can have made the value.
  static func isToken(_ name: String) -> Bool {
    SecretMask.isSecret(name) && !chosen.contains(plain(name))
  }

  /// Whether the value is taken as it stands, whatever it looks like.
  static func isPassword(_ name: String) -> Bool { plain(name).hasSuffix("password") }

  /// Whether a value of an answer may come back in a later request.
  static func mayComeBack(_ name: String, _ value: String) -> Bool {
    guard value.utf8.count >= 6 || SecretMask.isSecret(name) else { return false }
    return SecretMask.isSecret(name) || ids.contains(plain(name)) || value.utf8.count >= 20
  }

  /// Whether a token is claims in another spelling, which the client wrote itself.
  ///
  /// Such a token is not signed, and is no ID token of the backend.
  static func isWrittenByClient(_ token: String) -> Bool {
    if token.utf8.first(where: { $0 > 32 }) == UInt8(ascii: "{") { return true }
    guard let claims = claims(of: token, signed: false) else { return false }
    return claims["firebase"] == nil
  }

  /// The claims of a token; nil for what is no token.
  static func claims(of token: String, signed: Bool) -> JSON? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = json(parts[0]), let claims = json(parts[1]) else {
      return nil
    }
    return signed || header["alg"] == "none" ? claims : nil
  }

  private static func json(_ part: Substring) -> JSON? {
    Base64URL.decode(String(part), lenient: true).flatMap { try? JSON(parsing: $0) }
  }
}
