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
      let algorithm = try PasswordHashParameters(stored: text).algorithm
      return try algorithm.verifies(
        password: Array(password.utf8),
        salt: Base64URL.decode(stored.salt ?? "", lenient: true) ?? [],
        hash: Base64URL.decode(stored.hash, lenient: true) ?? [])
    }
    return ConstantTime.areEqual(
      Array(password.utf8), Array((stored.clearText ?? "").utf8))
      && stored.clearText != nil
  }
}
