package import EmuCrypto
internal import EmuJSON

extension PasswordHashParameters {
  /// Decodes stored parameters.
  package init(stored text: String) throws {
    self = try JSONDecoding.decode(PasswordHashParameters.self, from: Array(text.utf8))
  }

  /// The parameters in stored form.
  package var stored: String {
    // The parameters are texts and numbers, so the encoding cannot fail.
    String(decoding: (try? JSONEncoding.encode(self)) ?? [], as: UTF8.self)
  }

  /// The algorithm with its parameters.
  package var algorithm: PasswordHashAlgorithm {
    get throws(CryptoError) { try algorithm { Base64URL.decode($0, lenient: true) } }
  }
}
