internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// Reads signed access tokens of this emulator.
enum AppToken {
  /// Returns the claims; nil for an expired or foreign token.
  static func claims(_ text: String, _ call: IssuerCall) -> JSONObject? {
    guard let token = try? CompactJWT(text), let payload = try? JSON(parsing: token.payload()),
      JWTVerifier.verify(
        token, keys: call.services.keys.verificationKeys(of: "microsoft.com")
      ).isValid, RegisteredClaims(payload).expirationProblem(now: call.now.seconds) == nil
    else { return nil }
    return payload.object
  }
}
