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
    var mode = Int32(EVP_KDF_HKDF_MODE_EXPAND_ONLY)
    var digest = Array("SHA2-256".utf8CString)
    var key = key
    var info = info
    var output = [UInt8](repeating: 0, count: byteCount)
    let status = digest.withUnsafeMutableBufferPointer { digest in
      key.withUnsafeMutableBufferPointer { key in
        info.withUnsafeMutableBufferPointer { info in
          withUnsafeMutablePointer(to: &mode) { mode in
            var parameters = [
              OSSL_PARAM_construct_int(OSSL_KDF_PARAM_MODE, mode),
              OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.baseAddress, 0),
              OSSL_PARAM_construct_octet_string(
                OSSL_KDF_PARAM_KEY, key.baseAddress, key.count),
            ]
            if !info.isEmpty {
              parameters.append(
                OSSL_PARAM_construct_octet_string(
                  OSSL_KDF_PARAM_INFO, info.baseAddress, info.count))
            }
            parameters.append(OSSL_PARAM_construct_end())
            return EVP_KDF_derive(context, &output, byteCount, parameters)
          }
        }
      }
    }
    guard status == 1 else { throw .openSSL(.libraryFailure, "HKDF failed") }
    return output
  }
}
