internal import CArgon2

/// `ARGON2`: Argon2 as RFC 9106 has it.
package struct Argon2PasswordHash: Sendable, Hashable {
  /// The three members of the family (`hashType`).
  package enum Variant: String, Sendable, Hashable {
    case d = "ARGON2_D"
    case i = "ARGON2_I"
    case id = "ARGON2_ID"
  }

  /// The two published versions.
  package enum Version: String, Sendable, Hashable {
    case v10 = "VERSION_10"
    case v13 = "VERSION_13"
  }

  /// `hashType`.
  package let variant: Variant
  package let version: Version
  /// Passes over the memory.
  package let iterations: Int
  package let memoryKiB: Int
  /// Lanes; they change the result, not the number of threads, which is one.
  package let parallelism: Int
  package let byteCount: Int
  /// Bytes hashed along, the same for every user.
  package let associatedData: [UInt8]

  /// Creates the algorithm from an import's parameters.
  ///
  /// The limits are those of Google's API description: iterations 1…16, memory up to 32768 KiB (and
  /// at least 8 KiB a lane, RFC 9106 §3.1), parallelism 1…16, hash 4…1024 bytes.
  ///
  /// - Throws: `costOutOfRange`, `invalidInput` for more than 1024 bytes of associated data.
  package init(
    variant: Variant, version: Version = .v13, iterations: Int, memoryKiB: Int,
    parallelism: Int, byteCount: Int, associatedData: [UInt8] = []
  ) throws(CryptoError) {
    self.iterations = try limited(iterations, in: 1...16, "iterations")
    self.parallelism = try limited(parallelism, in: 1...16, "parallelism")
    self.memoryKiB = try limited(memoryKiB, in: (8 * parallelism)...32_768, "memoryCostKib")
    self.byteCount = try limited(byteCount, in: 4...1024, "hashLengthBytes")
    guard associatedData.count <= 1024 else {
      throw CryptoError(.invalidInput, "associatedData has more than 1024 bytes")
    }
    self.variant = variant
    self.version = version
    self.associatedData = associatedData
  }

  static func check(salt: [UInt8]) throws(CryptoError) {
    guard salt.count >= 8 else {
      throw CryptoError(.invalidInput, "Argon2 needs a salt of 8 bytes or more")
    }
  }

  func hash(password: [UInt8], salt: [UInt8]) throws(CryptoError) -> [UInt8] {
    try Self.check(salt: salt)
    return try derive(password: password, salt: salt, secret: [])
  }

  /// Runs Argon2; imports have no secret, the RFC's test vectors do.
  func derive(password: [UInt8], salt: [UInt8], secret: [UInt8]) throws(CryptoError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: byteCount)
    // The C structure requires writable memory, although without its flags only `out` is written.
    var (password, salt, secret, data) = (password, salt, secret, associatedData)
    let status = output.withUnsafeMutableBufferPointer { output in
      password.withUnsafeMutableBufferPointer { password in
        salt.withUnsafeMutableBufferPointer { salt in
          secret.withUnsafeMutableBufferPointer { secret in
            data.withUnsafeMutableBufferPointer { data in
              var context = argon2_context()
              (context.out, context.outlen) = (output.baseAddress, UInt32(output.count))
              (context.pwd, context.pwdlen) = (password.baseAddress, UInt32(password.count))
              (context.salt, context.saltlen) = (salt.baseAddress, UInt32(salt.count))
              (context.secret, context.secretlen) = (secret.baseAddress, UInt32(secret.count))
              (context.ad, context.adlen) = (data.baseAddress, UInt32(data.count))
              context.t_cost = UInt32(iterations)
              context.m_cost = UInt32(memoryKiB)
              context.lanes = UInt32(parallelism)
              context.threads = 1
              context.version = version == .v10 ? 0x10 : 0x13
              return argon2_ctx(&context, variant.type)
            }
          }
        }
      }
    }
    guard status == ARGON2_OK.rawValue else {
      throw CryptoError(.libraryFailure, String(cString: argon2_error_message(status)))
    }
    return output
  }
}

extension Argon2PasswordHash.Variant {
  fileprivate var type: argon2_type {
    switch self {
    case .d: Argon2_d
    case .i: Argon2_i
    case .id: Argon2_id
    }
  }
}
