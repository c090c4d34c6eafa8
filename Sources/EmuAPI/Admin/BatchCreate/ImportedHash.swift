internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuWire

/// How the password hashes of an import were made, as the store keeps it beside each.
struct ImportedHash: Codable, Sendable {
  /// Google's name, such as `SCRYPT`.
  var name: String
  var signerKey: String?
  var saltSeparator: String?
  var rounds: Int?
  var memoryCost: Int?
  var parallelization: Int?
  var blockSize: Int?
  var derivedKeyLength: Int?
  var cpuMemCost: Int?
  var order: String?
  var argon2: Argon2Parameters?

  /// For hashes that came without their algorithm: they are kept, and no password fits them.
  static let unknown = ImportedHash(name: "UNKNOWN")

  /// Whether there is an algorithm at all.
  var isKnown: Bool { name != Self.unknown.name }

  private init(name: String) { self.name = name }

  /// Reads the parameters of an import; nil when it names no algorithm.
  ///
  /// - Throws: `INVALID_HASH_ALGORITHM` and the like, naming the parameter that is wrong.
  init?(_ input: BatchCreateRequest) throws(APIError) {
    guard let name = ProfileInput.given(input.hashAlgorithm) else { return nil }
    self.name = name
    signerKey = input.signerKey
    saltSeparator = input.saltSeparator
    rounds = input.rounds
    memoryCost = input.memoryCost
    parallelization = input.parallelization
    blockSize = input.blockSize
    derivedKeyLength = input.dkLen
    cpuMemCost = input.cpuMemCost
    order = input.passwordHashOrder
    argon2 = input.argon2Parameters
    do throws(CryptoError) {
      _ = try algorithm
    } catch {
      throw APIError("INVALID_HASH_ALGORITHM", detail: error.message)
    }
  }

  /// Reads what the store keeps.
  init(stored text: String) throws {
    self = try JSONDecoding.decode(ImportedHash.self, from: Array(text.utf8))
  }

  /// The parameters as the store keeps them.
  var stored: String {
    // Texts and numbers only: encoding them cannot fail.
    String(decoding: (try? JSONEncoding.encode(self)) ?? [], as: UTF8.self)
  }

  /// Why a hash cannot have come from the algorithm; nil when it can.
  func flaw(ofHash hash: String, salt: String) -> String? {
    guard isKnown else { return "the import names no hash algorithm" }
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
