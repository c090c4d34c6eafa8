internal import EmuCrypto
package import EmuJSON
package import EmuModel
package import EmuIdentity

// The format of Microsoft's tokens.

extension Microsoft {
  /// Microsoft's token endpoint binds its ID tokens to nothing.
  package var tokenBindings: TokenBindings { [] }

  /// The token of a native sign-in is from the token endpoint.
  package var nativeBindings: TokenBindings { [] }

  /// Observed formats: those of work accounts begin with `0.A`, those of personal ones with `M.C` and
  /// a number. Access tokens for Graph are opaque to clients; a personal account's begin with `EwB`.
  package func newSecret(
    _ kind: SecretKind, for person: Person, _ ids: IDGenerator
  ) -> String {
    switch (kind, MicrosoftAccount(person).isPersonal) {
    case (.code, false): "0.A\(ids.urlSafe(80))"
    case (.code, true): "M.C5_EMU.2.\(ids.uuid())"
    case (.accessToken, _): "EwB\(ids.urlSafe(97))"
    case (.refreshToken, false): "0.AR\(ids.urlSafe(96))"
    case (.refreshToken, true): "M.C5_EMU.-\(ids.urlSafe(90))"
    }
  }

  /// Adds the ids of a token and of a session, derived from the claims.
  package func finish(_ claims: inout JSONObject) {
    version.rename(&claims)
    let digest = Digest.sha256.hash(JSON.object(claims).serializedBytes())
    let person = (claims["oid"] ?? claims["sub"])?.string ?? ""
    claims["aio"] = .string("A" + Base64URL.encode(Array(digest.reversed())))
    claims["rh"] = .string("0.A" + Base64URL.encode(Array(digest.suffix(24))))
    if claims["idtyp"] == nil { claims["sid"] = .string(Self.session(of: person)) }
    claims["uti"] = .string(Base64URL.encode(Array(digest.prefix(16))))
  }

  /// Returns the id of a person's session, the same at every app.
  package static func session(of objectID: String) -> String {
    guid(of: "session\n\(objectID)")
  }

  /// Returns the first sixteen bytes of a text's hash as a GUID.
  package static func guid(of text: String) -> String {
    let hex = Array(Digest.sha256.hex(text))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }
      .joined(separator: "-")
  }
}
