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

  package func newSecret(
    _ kind: SecretKind, for person: Person, _ ids: IDGenerator
  ) -> String {
    MicrosoftSecret.new(kind, isPersonal: MicrosoftAccount(person).isPersonal, ids)
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
