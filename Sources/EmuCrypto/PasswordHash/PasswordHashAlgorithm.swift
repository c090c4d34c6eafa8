/// The algorithm of a stored password hash: one of those that Firebase imports.
///
/// A value contains its parameters, validated at its creation. So each check costs a bounded amount
/// of time and memory, at most about two seconds and 160 MiB, whatever a request demanded.
/// Passwords are their UTF-8 bytes.
package enum PasswordHashAlgorithm: Sendable, Hashable {
  /// `HMAC_SHA512`, `HMAC_SHA256`, `HMAC_SHA1`, `HMAC_MD5`.
  case hmac(HMACPasswordHash)
  /// `SHA512`, `SHA256`, `SHA1`, `MD5`.
  case digest(DigestPasswordHash)
  /// `PBKDF_SHA1`, `PBKDF2_SHA256`.
  case pbkdf2(PBKDF2PasswordHash)
  /// `SCRYPT`, Firebase's own variant.
  case firebaseScrypt(FirebaseScryptPasswordHash)
  case standardScrypt(StandardScryptPasswordHash)
  case bcrypt
  case argon2(Argon2PasswordHash)

  /// Returns true when the stored hash is that of a password.
  ///
  /// - Throws: `costOutOfRange`, `invalidInput` or `invalidPasswordHash` where
  ///   ``check(salt:hash:)`` does, and `libraryFailure`; never for a wrong password.
  package func verifies(
    password: [UInt8], salt: [UInt8], hash: [UInt8]
  ) throws(CryptoError) -> Bool {
    try check(salt: salt, hash: hash)
    let computed: [UInt8]
    switch self {
    case .hmac(let algorithm): computed = algorithm.hash(password: password, salt: salt)
    case .digest(let algorithm):
      return algorithm.verifies(password: password, salt: salt, hash: hash)
    case .pbkdf2(let algorithm):
      computed = try algorithm.hash(password: password, salt: salt, byteCount: hash.count)
    case .firebaseScrypt(let algorithm):
      computed = try algorithm.hash(password: password, salt: salt)
    case .standardScrypt(let algorithm):
      computed = try algorithm.hash(password: password, salt: salt)
    case .bcrypt: return try BcryptPasswordHash.verifies(password: password, hash: hash)
    case .argon2(let algorithm): computed = try algorithm.hash(password: password, salt: salt)
    }
    return ConstantTime.areEqual(hash, computed)
  }

  /// Checks, without hashing, that this algorithm can have produced a stored hash.
  ///
  /// An import calls this for each user, so that an unusable hash, or one that is too expensive to
  /// check, is reported then.
  ///
  /// - Throws: `invalidPasswordHash`, `invalidInput` for the salt, `costOutOfRange`.
  package func check(salt: [UInt8], hash: [UInt8]) throws(CryptoError) {
    guard salt.count <= 1024 else {
      throw CryptoError(.invalidInput, "a salt has at most 1024 bytes, not \(salt.count)")
    }
    switch self {
    case .hmac(let algorithm):
      try Self.check(hash, count: algorithm.digest.byteCount)
    case .digest(let algorithm):
      try algorithm.check(hash)
    case .pbkdf2:
      guard (1...1024).contains(hash.count) else {
        throw CryptoError(.invalidPasswordHash, "a PBKDF2 hash has 1 to 1024 bytes")
      }
    case .firebaseScrypt(let algorithm):
      try Self.check(hash, count: algorithm.signerKey.count)
    case .standardScrypt(let algorithm):
      try Self.check(hash, count: algorithm.byteCount)
    case .bcrypt:
      _ = try BcryptPasswordHash.storedCost(of: hash)
    case .argon2(let algorithm):
      try Argon2PasswordHash.check(salt: salt)
      try Self.check(hash, count: algorithm.byteCount)
    }
  }

  private static func check(_ hash: [UInt8], count: Int) throws(CryptoError) {
    guard hash.count == count else {
      throw CryptoError(
        .invalidPasswordHash, "the password hash has \(hash.count) bytes instead of \(count)")
    }
  }
}

/// Returns a cost parameter, which must be in the range this module is willing to pay for.
func limited(
  _ value: Int, in range: ClosedRange<Int>, _ name: String
) throws(CryptoError) -> Int {
  guard range.contains(value) else {
    throw CryptoError(
      .costOutOfRange, "\(name) is \(value), outside \(range.lowerBound)...\(range.upperBound)")
  }
  return value
}

/// The order of password and salt in the hashed text (`passwordHashOrder` on the wire).
package enum PasswordSaltOrder: String, Sendable, Hashable {
  case saltThenPassword = "SALT_AND_PASSWORD"
  case passwordThenSalt = "PASSWORD_AND_SALT"

  func join(password: [UInt8], salt: [UInt8]) -> [UInt8] {
    switch self {
    case .saltThenPassword: salt + password
    case .passwordThenSalt: password + salt
    }
  }
}
