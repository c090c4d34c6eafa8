import EmuCrypto
import EmuModel
import EmuWebAuthn
import Foundation
import Testing

/// One example of the specification: a registration and a sign-in with its result.
struct Vector: Sendable, CustomTestStringConvertible {
  let name: String
  private let values: [String: [UInt8]]

  var testDescription: String { name }

  subscript(_ key: String) -> [UInt8] { values[key] ?? [] }

  static let all: [Vector] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Vectors/webauthn-3.txt")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "[").map { block in
      let lines = block.split(whereSeparator: \.isNewline)
      var values: [String: [UInt8]] = [:]
      for line in lines.dropFirst() {
        let parts = line.split(separator: " = ")
        values[String(parts[0])] = Hex.decode(String(parts[1]))
      }
      return Vector(name: String(lines[0].dropLast()), values: values)
    }
  }()

  /// The examples that a relying party without frames accepts.
  static let accepted = all.filter { !$0.name.contains("crossOrigin") }

  static func named(_ text: String) throws -> Vector {
    try #require(all.first { $0.name.contains(text) })
  }

  func ceremony(_ challenge: String) -> Ceremony {
    Ceremony(challenge: Base64URL.encode(self[challenge]), relyingPartyID: "example.org")
  }

  func register(
    _ ceremony: Ceremony? = nil, clientData: [UInt8]? = nil, object: [UInt8]? = nil
  ) throws(WebAuthnError) -> Registration {
    try Registration(
      of: ceremony ?? self.ceremony("registrationChallenge"),
      clientDataJSON: clientData ?? self["registrationClientData"],
      attestationObject: object ?? self["attestationObject"])
  }

  func assert(
    _ ceremony: Ceremony? = nil, credential: Passkey? = nil,
    clientData: [UInt8]? = nil, data: [UInt8]? = nil, signature: [UInt8]? = nil
  ) throws(WebAuthnError) -> Assertion {
    let own = try self.credential()
    return try Assertion(
      of: ceremony ?? self.ceremony("challenge"), by: credential ?? own,
      clientDataJSON: clientData ?? self["clientData"],
      authenticatorData: data ?? self["authenticatorData"],
      signature: signature ?? self["signature"])
  }

  func credential() throws(WebAuthnError) -> Passkey {
    let registration = try register()
    var passkey = Passkey(credentialID: name, createdAt: Timestamp(seconds: 0))
    passkey.publicKey = registration.publicKey
    passkey.signCount = registration.signCount
    passkey.isBackupEligible = registration.isBackupEligible
    return passkey
  }
}
