internal import EmuCrypto
internal import EmuJOSE
internal import EmuWire

extension ImportedHash {
  /// The algorithm with its parameters.
  var algorithm: PasswordHashAlgorithm {
    get throws(CryptoError) {
      switch name {
      case "HMAC_SHA512": .hmac(try hmac(.sha512))
      case "HMAC_SHA256": .hmac(try hmac(.sha256))
      case "HMAC_SHA1": .hmac(try hmac(.sha1))
      case "HMAC_MD5": .hmac(try hmac(.md5))
      case "SHA512": .digest(try digest(.sha512))
      case "SHA256": .digest(try digest(.sha256))
      case "SHA1": .digest(try digest(.sha1))
      case "MD5": .digest(try digest(.md5))
      case "PBKDF_SHA1": .pbkdf2(try PBKDF2PasswordHash(digest: .sha1, rounds: rounds ?? 1))
      case "PBKDF2_SHA256":
        .pbkdf2(try PBKDF2PasswordHash(digest: .sha256, rounds: rounds ?? 1))
      case "SCRYPT":
        .firebaseScrypt(
          try FirebaseScryptPasswordHash(
            signerKey: bytes(signerKey), saltSeparator: bytes(saltSeparator),
            rounds: rounds ?? 8, memoryCost: memoryCost ?? 14))
      case "STANDARD_SCRYPT":
        .standardScrypt(
          try StandardScryptPasswordHash(
            cost: cpuMemCost ?? memoryCost ?? 1024, blockSize: blockSize ?? 8,
            parallelization: parallelization ?? 1, byteCount: derivedKeyLength ?? 64))
      case "BCRYPT": .bcrypt(try BcryptPasswordHash())
      case "ARGON2": .argon2(try argon2Hash())
      default:
        throw CryptoError(.invalidInput, "no password hash algorithm is called \(name)")
      }
    }
  }

  private var saltOrder: PasswordSaltOrder? {
    switch order {
    case "SALT_AND_PASSWORD": .saltThenPassword
    case "PASSWORD_AND_SALT": .passwordThenSalt
    default: nil
    }
  }

  private func hmac(_ digest: Digest) throws(CryptoError) -> HMACPasswordHash {
    try HMACPasswordHash(
      digest: digest, signerKey: bytes(signerKey), order: saltOrder ?? .passwordThenSalt)
  }

  private func digest(_ digest: Digest) throws(CryptoError) -> DigestPasswordHash {
    try DigestPasswordHash(
      digest: digest, rounds: rounds ?? 1, order: saltOrder ?? .saltThenPassword)
  }

  private func argon2Hash() throws(CryptoError) -> Argon2PasswordHash {
    let variant: Argon2PasswordHash.Variant =
      switch argon2?.hashType {
      case "ARGON2_D": .d
      case "ARGON2_I": .i
      default: .id
      }
    return try Argon2PasswordHash(
      variant: variant, version: argon2?.version == "VERSION_10" ? .v10 : .v13,
      iterations: argon2?.iterations ?? 3, memoryKiB: argon2?.memoryCostKib ?? 4096,
      parallelism: argon2?.parallelism ?? 1, byteCount: argon2?.hashLengthBytes ?? 32,
      associatedData: bytes(argon2?.associatedData))
  }

  /// Base64 of either alphabet; nothing for what is none.
  private func bytes(_ text: String?) -> [UInt8] {
    text.flatMap { Base64URL.decode($0, lenient: true) } ?? []
  }
}
