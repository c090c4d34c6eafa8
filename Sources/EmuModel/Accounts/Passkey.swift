/// A passkey of a user: a WebAuthn credential.
package struct Passkey: Sendable, Hashable {
  /// The credential's id in base64url without padding; unique per project and tenant.
  package var credentialID: String
  package var createdAt: Timestamp
  package var name: String?
  /// A COSE_Key (RFC 9052 §7). Nil for a passkey enrolled by its id alone, as the official emulator
  /// accepts it: its signatures cannot be verified.
  package var publicKey: [UInt8]?
  package var signCount: UInt32 = 0
  /// True when the passkey may be copied to other devices.
  package var isBackupEligible = false

  /// The one spelling of a credential id that clients write in base64 of either alphabet, with padding
  /// or without.
  package static func canonicalID(_ text: String) -> String {
    var bytes = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the credential id of a text in its one spelling; nil for an empty or too long one.
  package static func id(_ text: String) -> String? {
    let id = canonicalID(text)
    return (1...longestID).contains(id.utf8.count) ? id : nil
  }

  /// The longest credential id, 1023 bytes (WebAuthn §5.8.3) in base64.
  private static let longestID = 1364
}

extension Passkey {
  package init(credentialID: String, createdAt: Timestamp) {
    self.init(credentialID: credentialID, createdAt: createdAt, name: nil)
  }
}

/// A ceremony that was started and not finished.
package struct PasskeyChallenge: Sendable, Hashable {
  /// The random text in it, which is valid base64 in either alphabet: letters and digits, a
  /// multiple of four.
  package var challenge: String
  /// The user who enrolls; nil for a sign-in.
  package var uid: String?
  package var createdAt: Timestamp

  package init(challenge: String, uid: String? = nil, createdAt: Timestamp) {
    self.challenge = challenge
    self.uid = uid
    self.createdAt = createdAt
  }

  /// The lifetime of a ceremony. WebAuthn §15.1 recommends 5 minutes; production's is not
  /// documented.
  package static let lifetime: Duration = .seconds(300)

  /// True when the ceremony can no longer be finished.
  package func isExpired(at now: Timestamp) -> Bool { now >= createdAt + Self.lifetime }
}
