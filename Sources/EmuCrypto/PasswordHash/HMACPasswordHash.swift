/// `HMAC_SHA512`, `HMAC_SHA256`, `HMAC_SHA1`, `HMAC_MD5`: one HMAC over password and salt.
package struct HMACPasswordHash: Sendable, Hashable {
  package let digest: Digest
  package let signerKey: [UInt8]
  package let order: PasswordSaltOrder

  /// Creates the algorithm from an import's parameters.
  ///
  /// The default order is production's when a request names none: its Admin SDKs' own tests import
  /// HMAC(key, password ‖ salt).
  ///
  /// - Throws: `invalidInput` for an empty key.
  package init(
    digest: Digest, signerKey: [UInt8], order: PasswordSaltOrder = .passwordThenSalt
  ) throws(CryptoError) {
    guard !signerKey.isEmpty else {
      throw CryptoError(.invalidInput, "an HMAC import needs a signer key")
    }
    self.digest = digest
    self.signerKey = signerKey
    self.order = order
  }

  func hash(password: [UInt8], salt: [UInt8]) -> [UInt8] {
    HMAC.code(
      for: order.join(password: password, salt: salt), key: signerKey, using: digest)
  }
}
