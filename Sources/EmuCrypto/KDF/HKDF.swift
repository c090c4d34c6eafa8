internal import COpenSSL

/// Key derivation by extract and expand (RFC 5869) over SHA-256.
package enum HKDF {
  /// Derives `byteCount` bytes, 1 to 8160, from secret key material.
  ///
  /// - Parameters:
  ///   - salt: not secret; may be empty.
  ///   - info: says what the key is for, so that two uses never share one.
  /// - Throws: `invalidInput` for a count out of range.
  package static func sha256(
    secret: [UInt8], salt: [UInt8], info: [UInt8], byteCount: Int
  ) throws(CryptoError) -> [UInt8] {
    guard (1...255 * 32).contains(byteCount) else {
      throw CryptoError(.invalidInput, "HKDF-SHA256 gives 1 to 8160 bytes, not \(byteCount)")
    }
    // The extract step is one HMAC; done here because OpenSSL 3.0 refuses an empty secret.
    let pseudorandomKey = HMAC.code(for: secret, key: salt, using: .sha256)
    return try expand(pseudorandomKey, info: info, byteCount: byteCount)
  }

  private static func expand(
    _ key: [UInt8], info: [UInt8], byteCount: Int
  ) throws(CryptoError) -> [UInt8] {
    let algorithm = EVP_KDF_fetch(nil, "HKDF", nil)
    defer { EVP_KDF_free(algorithm) }
    guard let context = EVP_KDF_CTX_new(algorithm) else {
      throw .openSSL(.libraryFailure, "OpenSSL's default provider has no HKDF")
    }
    defer { EVP_KDF_CTX_free(context) }
    var parameters = OpenSSLParameters()
    parameters.add(OSSL_KDF_PARAM_MODE, integer: EVP_KDF_HKDF_MODE_EXPAND_ONLY)
    parameters.add(OSSL_KDF_PARAM_DIGEST, text: DigestMethod.sha256.name)
    parameters.add(OSSL_KDF_PARAM_KEY, bytes: key)
    if !info.isEmpty { parameters.add(OSSL_KDF_PARAM_INFO, bytes: info) }
    var output = [UInt8](repeating: 0, count: byteCount)
    let status = parameters.withPointer { EVP_KDF_derive(context, &output, byteCount, $0) }
    guard status == 1 else { throw .openSSL(.libraryFailure, "HKDF failed") }
    return output
  }
}
