internal import EmuCrypto
package import EmuJSON
internal import EmuTestCBOR
internal import EmuWebAuthn
internal import Foundation
internal import Testing

/// An authenticator and a browser in one: makes a passkey, and signs with it.
package final class SoftAuthenticator {
  package let credentialID: [UInt8]
  private let key: PrivateKey
  private(set) var userHandle: [UInt8] = []
  /// The signature counter; 0 for authenticators without one.
  package var count: UInt32 = 0
  /// Present and verified.
  package var flags: UInt8 = 0x05

  package init(id: String = "credential 1") throws {
    credentialID = Array(id.utf8)
    key = try PrivateKey.generate(.ec(.p256))
  }

  package var id: String { Base64URL.encode(credentialID) }

  /// `navigator.credentials.create`.
  package func create(
    _ options: JSON?, origin: String = "http://localhost:3000", attestation: String = "none"
  ) throws -> JSON {
    let options = try #require(options)
    let handle = try #require(options["user"]?["id"]?.string)
    userHandle = Array(try #require(Data(base64Encoded: handle)))
    let clientData = try clientData("webauthn.create", options, origin)
    let data =
      try authenticatorData(options["rp"]?["id"]?.string, flags | 0x40)
      + [UInt8](repeating: 7, count: 16) + [0, UInt8(credentialID.count)] + credentialID + coseKey
    let statement: CBOR =
      attestation == "none"
      ? .map([:]) : ["alg": -7, "sig": .bytes(try sign(data + Digest.sha256.hash(clientData)))]
    let object: CBOR = ["fmt": .text(attestation), "attStmt": statement, "authData": .bytes(data)]
    return [
      "id": .string(id), "rawId": .string(id), "type": "public-key",
      "response": [
        "clientDataJSON": .string(Base64URL.encode(clientData)),
        "attestationObject": .string(Base64URL.encode(object.encoded)),
      ], "clientExtensionResults": [:],
    ]
  }

  /// `navigator.credentials.get`.
  package func get(_ options: JSON?, origin: String = "http://localhost:3000") throws -> JSON {
    let options = try #require(options)
    let clientData = try clientData("webauthn.get", options, origin)
    let data = try authenticatorData(options["rpId"]?.string, flags)
    return [
      "id": .string(id), "rawId": .string(id), "type": "public-key",
      "response": [
        "clientDataJSON": .string(Base64URL.encode(clientData)),
        "authenticatorData": .string(Base64URL.encode(data)),
        "signature": .string(Base64URL.encode(try sign(data + Digest.sha256.hash(clientData)))),
        "userHandle": .string(Base64URL.encode(userHandle)),
      ], "clientExtensionResults": [:],
    ]
  }

  private func clientData(_ type: String, _ options: JSON, _ origin: String) throws -> [UInt8] {
    let challenge = try #require(options["challenge"]?.string)
    let bytes = try #require(Data(base64Encoded: challenge))
    return Array(
      JSON.object([
        "type": .string(type), "challenge": .string(Base64URL.encode(Array(bytes))),
        "origin": .string(origin), "crossOrigin": false,
      ]).serialized().utf8)
  }

  private func authenticatorData(_ relyingParty: String?, _ flags: UInt8) throws -> [UInt8] {
    let hash = Digest.sha256.hash(Array(try #require(relyingParty).utf8))
    let counter = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
    return hash + [flags] + counter
  }

  private var coseKey: [UInt8] {
    ([1: 2, 3: -7, -1: 1, -2: .bytes(key.publicKey.x), -3: .bytes(key.publicKey.y)] as CBOR).encoded
  }

  /// A signature in DER, two INTEGERs in a SEQUENCE.
  private func sign(_ message: [UInt8]) throws -> [UInt8] {
    let raw = try key.sign(message)
    let numbers = [raw[..<32], raw[32...]].flatMap { half -> [UInt8] in
      let digits = Array(half.drop { $0 == 0 })
      let number = (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits
      return [2, UInt8(number.count)] + number
    }
    return [0x30, UInt8(numbers.count)] + numbers
  }
}

extension TestEmulator {
  /// A call of a passkey ceremony, such as `Enrollment:start`.
  package func passkey(_ operation: String, _ body: JSONObject = [:], tenant: String? = nil) async
    -> Reply
  {
    var body = body
    if let tenant { body["tenantId"] = .string(tenant) }
    return await client("accounts/passkey\(operation)", .object(body), version: "v2")
  }

  /// Returns the options for creating a passkey.
  package func creationOptions(_ idToken: String, tenant: String? = nil) async -> JSON? {
    await passkey("Enrollment:start", ["idToken": .string(idToken)], tenant: tenant)[
      "credentialCreationOptions"]
  }

  /// Returns the options for a sign-in.
  package func requestOptions(tenant: String? = nil) async -> JSON? {
    await passkey("SignIn:start", tenant: tenant)["credentialRequestOptions"]
  }

  /// Ends the making of a passkey.
  package func enroll(
    _ idToken: String, _ answer: JSON, _ more: JSONObject = [:], tenant: String? = nil
  ) async -> Reply {
    var body: JSONObject = [
      "idToken": .string(idToken), "authenticatorRegistrationResponse": answer,
    ]
    for member in more { body[member.key] = member.value }
    return await passkey("Enrollment:finalize", body, tenant: tenant)
  }

  /// Signs in with an authenticator's response.
  package func signIn(passkey answer: JSON, tenant: String? = nil) async -> Reply {
    await passkey(
      "SignIn:finalize", ["authenticatorAuthenticationResponse": answer], tenant: tenant)
  }
}
