internal import EmuJSON

/// The client's data about a ceremony: `CollectedClientData` (WebAuthn §5.8.1).
///
/// Shape: `{"type":"webauthn.get","challenge":"…","origin":"https://…","crossOrigin":false}`.
package struct ClientData: Sendable, Hashable {
  /// `webauthn.create` or `webauthn.get`.
  package let type: String
  /// In base64url, as requested.
  package let challenge: String
  package let origin: String
  /// True when a frame of another origin than the page's made the request.
  package let isCrossOrigin: Bool

  package init(json bytes: [UInt8]) throws(WebAuthnError) {
    guard let object = (try? JSON(parsing: bytes))?.object,
      let type = object["type"]?.string, let challenge = object["challenge"]?.string,
      let origin = object["origin"]?.string
    else {
      throw WebAuthnError(
        "clientDataJSON is not a JSON object with type, challenge and origin")
    }
    self.type = type
    self.challenge = challenge
    self.origin = origin
    isCrossOrigin = object["crossOrigin"]?.bool ?? false
  }
}
