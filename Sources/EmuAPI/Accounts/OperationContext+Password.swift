internal import EmuCrypto
internal import EmuJOSE
internal import EmuModel
internal import EmuThread

extension OperationContext {
  /// Checks a password, on the caller's thread if the hash is fast.
  ///
  /// A stored hash that cannot be computed matches no password.
  ///
  /// - Throws: `CallOut` for a slow hash. A separate thread computes it, and the operation runs
  ///   again. So never call this in the writer's transaction.
  func verifies(_ password: String, against stored: StoredPassword) throws -> Bool {
    guard let text = stored.algorithm else {
      guard let clearText = stored.clearText else { return false }
      return ConstantTime.areEqual(Array(password.utf8), Array(clearText.utf8))
    }
    do {
      guard let parameters = try? PasswordHashParameters(stored: text), parameters != .unknown
      else { return false }
      let algorithm = try parameters.algorithm
      let salt = Base64URL.decode(stored.salt ?? "", lenient: true) ?? []
      let hash = Base64URL.decode(stored.hash, lenient: true) ?? []
      try algorithm.check(salt: salt, hash: hash)
      let bytes = Array(password.utf8)
      guard algorithm.isSlow(for: hash) else {
        return try algorithm.verifies(password: bytes, salt: salt, hash: hash)
      }
      let key = CallOut.Key(
        name: "passwordHash", subject: "\(text)\n\(stored.salt ?? "")\n\(stored.hash)")
      return try computed(key, on: services.workers.hashes) {
        try algorithm.verifies(password: bytes, salt: salt, hash: hash)
      }
    } catch let error as CryptoError where error.code != .libraryFailure {
      explain(
        .passwordHash, .refused, "The imported hash cannot be computed: \(error.message).")
      return false
    }
  }
}
