/// The signed message of Apple's Game Center about a player.
///
/// There is no token: the app gets a signature over a few values, with the address of the
/// certificate of the signing key (Apple, `fetchItems(forIdentityVerificationSignature:)`).
package enum GameCenter {
  package static let providerID = "gc.apple.com"

  /// Returns the bytes that are signed with RSA PKCS #1 v1.5 and SHA-256: the player's id, the
  /// app's bundle id, the time as 64 bits big-endian, the salt.
  ///
  /// - Parameter timestamp: milliseconds since the epoch.
  package static func signedMessage(
    playerID: String, bundleID: String, timestamp: Int64, salt: [UInt8]
  ) -> [UInt8] {
    let time = (0..<8).map { UInt8(truncatingIfNeeded: timestamp >> (56 - 8 * Int64($0))) }
    return Array(playerID.utf8) + Array(bundleID.utf8) + time + salt
  }

  /// The path of our own certificates after the emulator's address; a key's id follows.
  package static let certificatePath = "/issuers/\(providerID)/certificates/"

  /// The key that an address of ours names; nil for any other address, such as Apple's.
  package static func keyID(ofPublicKeyURL url: String) -> String? {
    guard let path = url.firstRange(of: certificatePath) else { return nil }
    let id = url[path.upperBound...]
    return id.isEmpty || id.contains("/") ? nil : String(id)
  }
}
