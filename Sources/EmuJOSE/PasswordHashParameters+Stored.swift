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
