package import EmuCrypto
internal import EmuJSON

extension PasswordHashParameters {
  package init(stored text: String) throws {
    self = try JSONDecoding.decode(PasswordHashParameters.self, from: Array(text.utf8))
  }

  package var stored: String {
    // The parameters are texts and numbers, so the encoding cannot fail.
    String(decoding: (try? JSONEncoding.encode(self)) ?? [], as: UTF8.self)
  }

  /// Returns the reason why a hash is impossible for the algorithm; nil if it is possible.
  package func flaw(ofHash hash: String, salt: String) -> String? {
    guard self != .unknown else { return "the import names no hash algorithm" }
    guard let hash = Base64URL.decode(hash, lenient: true),
      let salt = Base64URL.decode(salt, lenient: true)
    else { return "passwordHash and salt must be base64" }
    do throws(CryptoError) {
      try algorithm.check(salt: salt, hash: hash)
      return nil
    } catch {
      return error.message
    }
  }
}

/// The hashes that exports contain in place of plaintext passwords.
extension PasswordHashParameters {
  /// The parameters of files for production, with the cost that its projects have.
  package static let ofFiles = ofExports(rounds: 8, memoryCost: 14)
  /// The parameters of seeds and lines: thousands of test users are exported in a second, and each signs
  /// in at once.
  package static let ofSeeds = ofExports(rounds: 1, memoryCost: 1)

  /// Production's scrypt. The key, of 64 bytes as in production, is the same in every export and not secret.
  private static func ofExports(rounds: Int, memoryCost: Int) -> Self {
    var parameters = PasswordHashParameters(name: "SCRYPT")
    parameters.signerKey = Base64URL.encodePadded(
      Digest.sha512.hash(Array("auth-emulator scrypt key".utf8)))
    parameters.saltSeparator = "Bw=="
    (parameters.rounds, parameters.memoryCost) = (rounds, memoryCost)
    return parameters
  }

  /// Returns the hash of a password and the salt, both in base64; nil where no hash can be computed.
  package func base64Hash(of password: String, salt: String) -> (hash: String, salt: String)? {
    let (password, salt) = (Array(password.utf8), Array(salt.utf8))
    guard case .firebaseScrypt(let scrypt) = try? algorithm,
      let hash = try? scrypt.hash(password: password, salt: salt)
    else { return nil }
    return (Base64URL.encodePadded(hash), Base64URL.encodePadded(salt))
  }
}
