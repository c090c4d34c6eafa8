internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// Whether a password is a user's.
enum PasswordCheck {
  /// May take as long as an imported hash is dear, so never on the writer's thread.
  ///
  /// - Throws: `CryptoError` when the import's parameters cannot be worked with.
  static func verifies(_ password: String, against stored: StoredPassword) throws -> Bool {
    if let text = stored.algorithm {
      let imported = try PasswordHashParameters(stored: text)
      guard imported != .unknown else { return false }
      return try imported.algorithm.verifies(
        password: Array(password.utf8),
        salt: Base64URL.decode(stored.salt ?? "", lenient: true) ?? [],
        hash: Base64URL.decode(stored.hash, lenient: true) ?? [])
    }
    guard let clearText = stored.clearText else { return false }
    return ConstantTime.areEqual(Array(password.utf8), Array(clearText.utf8))
  }
}
