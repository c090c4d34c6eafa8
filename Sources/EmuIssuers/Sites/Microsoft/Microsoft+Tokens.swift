internal import EmuCrypto
internal import EmuJOSE
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
    guid(Digest.sha256.hash(Array("session\n\(objectID)".utf8)))
  }

  /// Returns the first sixteen bytes as a GUID.
  package static func guid(_ bytes: [UInt8]) -> String {
    let hex = Array(
      bytes.prefix(16).flatMap { byte in
        [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] }
      })
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
      .map { String(decoding: hex[$0], as: UTF8.self) }.joined(separator: "-")
  }
}
