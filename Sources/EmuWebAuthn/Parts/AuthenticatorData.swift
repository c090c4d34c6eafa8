/// The authenticator's signed data about a ceremony (WebAuthn §6.1).
///
/// Shape: `rpIdHash (32) ‖ flags (1) ‖ signCount (4) ‖ attested credential ‖ extensions`.
package struct AuthenticatorData: Sendable, Hashable {
  /// SHA-256 of the relying party's id.
  package let relyingPartyHash: [UInt8]
  package let flags: Flags
  package let signCount: UInt32
  /// At a registration, the new credential.
  package let attested: AttestedCredential?

  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let userPresent = Flags(rawValue: 0x01)
    package static let userVerified = Flags(rawValue: 0x04)
    package static let backupEligible = Flags(rawValue: 0x08)
    package static let backedUp = Flags(rawValue: 0x10)
    static let hasAttestedCredential = Flags(rawValue: 0x40)
    static let hasExtensions = Flags(rawValue: 0x80)
  }

  package struct AttestedCredential: Sendable, Hashable {
    package let id: [UInt8]
    /// The public key as a COSE_Key, as the authenticator wrote it.
    package let publicKey: [UInt8]
  }

  /// The longest credential id (WebAuthn §5.8.3).
  package static let longestID = 1023

  package init(_ bytes: [UInt8]) throws(WebAuthnError) {
    guard bytes.count >= 37 else {
      throw WebAuthnError("authenticator data has at least 37 bytes")
    }
    relyingPartyHash = Array(bytes[..<32])
    flags = Flags(rawValue: bytes[32])
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var rest = bytes[37...]
    attested =
      flags.contains(.hasAttestedCredential) ? try Self.attestedCredential(&rest) : nil
    if flags.contains(.hasExtensions) {
      let (extensions, count) = try Self.item(rest, "the extensions")
      guard extensions.map != nil else {
        throw WebAuthnError("the extensions are no CBOR map")
      }
      rest = rest.dropFirst(count)
    }
    guard rest.isEmpty else {
      throw WebAuthnError("\(rest.count) bytes follow the authenticator data")
    }
  }

  private static func attestedCredential(
    _ rest: inout ArraySlice<UInt8>
  ) throws(WebAuthnError) -> AttestedCredential {
    let head = Array(rest.prefix(18))
    guard head.count == 18 else {
      throw WebAuthnError("the attested credential ends early")
    }
    let idLength = Int(head[16]) << 8 | Int(head[17])
    let id = Array(rest.dropFirst(18).prefix(idLength))
    guard (1...longestID).contains(idLength), id.count == idLength else {
      throw WebAuthnError("a credential id has 1 to \(longestID) bytes")
    }
    let tail = rest.dropFirst(18 + idLength)
    let (_, count) = try item(tail, "the credential's public key")
    rest = tail.dropFirst(count)
    return AttestedCredential(id: id, publicKey: Array(tail.prefix(count)))
  }

  private static func item(
    _ bytes: ArraySlice<UInt8>, _ what: String
  ) throws(WebAuthnError) -> (CBOR, Int) {
    do {
      return try CBOR.decodePrefix(of: bytes)
    } catch {
      throw WebAuthnError("\(what) cannot be read: \(error.message)")
    }
  }
}
