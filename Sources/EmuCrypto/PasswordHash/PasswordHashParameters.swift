/// The parameters of imported password hashes, as an import and a seed name them and the store keeps
/// them.
///
/// The names are those of `accounts:batchCreate`; keys and separators are base64 text. Every field
/// but the name is optional, as each algorithm uses some of them.
package struct PasswordHashParameters: Sendable, Hashable, Codable {
  /// Google's name, such as `SCRYPT`.
  package var name: String
  package var signerKey: String?
  package var saltSeparator: String?
  package var rounds: Int?
  package var memoryCost: Int?
  package var parallelization: Int?
  package var blockSize: Int?
  package var derivedKeyLength: Int?
  package var cpuMemCost: Int?
  package var order: String?
  package var argon2: Argon2?

  private enum CodingKeys: String, CodingKey {
    case name = "algorithm"
    case signerKey, saltSeparator, rounds, memoryCost, parallelization, blockSize
    case derivedKeyLength = "dkLen"
    case cpuMemCost
    case order = "passwordHashOrder"
    case argon2 = "argon2Parameters"
  }

  package struct Argon2: Sendable, Hashable, Codable {
    package var hashLengthBytes: Int?
    package var hashType: String?
    package var parallelism: Int?
    package var iterations: Int?
    package var memoryCostKib: Int?
    package var version: String?
    package var associatedData: String?

    package init() {}
  }

  package init(name: String) { self.name = name }

  /// For hashes without a known algorithm: they are stored, and no password matches them.
  package static let unknown = PasswordHashParameters(name: "UNKNOWN")
}

extension PasswordHashParameters {
  /// Returns the algorithm with its parameters.
  ///
  /// - Throws: `invalidInput`, `costOutOfRange`, each naming the parameter.
  package var algorithm: PasswordHashAlgorithm {
    get throws(CryptoError) {
      func bytes(_ text: String?, _ name: String) throws(CryptoError) -> [UInt8] {
        guard let text else { return [] }
        guard let bytes = Base64URL.decode(text, lenient: true) else {
          throw CryptoError(.invalidInput, "\(name) must be base64")
        }
        return bytes
      }
      if let digest = Self.digests[name] {
        return .digest(
          try DigestPasswordHash(
            digest: digest, rounds: rounds ?? (digest == .md5 ? 0 : 1),
            order: saltOrder ?? .saltThenPassword))
      }
      if name.hasPrefix("HMAC_"), let digest = Self.digests[String(name.dropFirst(5))] {
        return .hmac(
          try HMACPasswordHash(
            digest: digest, signerKey: bytes(signerKey, "signerKey"),
            order: saltOrder ?? .passwordThenSalt))
      }
      switch name {
      case "PBKDF_SHA1":
        return .pbkdf2(try PBKDF2PasswordHash(digest: .sha1, rounds: rounds ?? 1))
      case "PBKDF2_SHA256":
        return .pbkdf2(try PBKDF2PasswordHash(digest: .sha256, rounds: rounds ?? 1))
      case "SCRYPT":
        return .firebaseScrypt(
          try FirebaseScryptPasswordHash(
            signerKey: bytes(signerKey, "signerKey"),
            saltSeparator: bytes(saltSeparator, "saltSeparator"),
            rounds: rounds ?? 8, memoryCost: memoryCost ?? 14))
      case "STANDARD_SCRYPT":
        return .standardScrypt(
          try StandardScryptPasswordHash(
            cost: cpuMemCost ?? memoryCost ?? 1024, blockSize: blockSize ?? 8,
            parallelization: parallelization ?? 1, byteCount: derivedKeyLength ?? 64))
      case "BCRYPT":
        return .bcrypt
      case "ARGON2":
        return .argon2(try argon2Hash(bytes(argon2?.associatedData, "associatedData")))
      default:
        throw CryptoError(.invalidInput, "no password hash algorithm is called \(name)")
      }
    }
  }

  private var saltOrder: PasswordSaltOrder? { order.flatMap(PasswordSaltOrder.init) }

  private static let digests: [String: Digest] = [
    "SHA512": .sha512, "SHA256": .sha256, "SHA1": .sha1, "MD5": .md5,
  ]

  private func argon2Hash(_ associatedData: [UInt8]) throws(CryptoError) -> Argon2PasswordHash {
    try Argon2PasswordHash(
      variant: argon2?.hashType.flatMap(Argon2PasswordHash.Variant.init) ?? .id,
      version: argon2?.version.flatMap(Argon2PasswordHash.Version.init) ?? .v13,
      iterations: argon2?.iterations ?? 3, memoryKiB: argon2?.memoryCostKib ?? 4096,
      parallelism: argon2?.parallelism ?? 1, byteCount: argon2?.hashLengthBytes ?? 32,
      associatedData: associatedData)
  }
}
