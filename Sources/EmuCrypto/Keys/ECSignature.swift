internal import COpenSSL

/// Between JOSE's raw r‖s and the DER that OpenSSL works with.
enum ECSignature {
  /// Unpacks a signature from OpenSSL.
  static func raw(der: [UInt8], curve: ECCurve) throws(CryptoError) -> [UInt8] {
    let signature = der.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress
      return d2i_ECDSA_SIG(nil, &cursor, buffer.count)
    }
    guard let signature else { throw .openSSL(.libraryFailure, "no ECDSA signature in DER") }
    defer { ECDSA_SIG_free(signature) }
    guard let r = ECDSA_SIG_get0_r(signature), let s = ECDSA_SIG_get0_s(signature) else {
      throw CryptoError(.libraryFailure, "an ECDSA signature without its numbers")
    }
    let count = curve.coordinateByteCount
    return BigNumber.bytes(r, count: count) + BigNumber.bytes(s, count: count)
  }

  /// Packs a raw signature; nil when it does not have exactly the curve's length.
  static func der(raw: [UInt8], curve: ECCurve) -> [UInt8]? {
    let count = curve.coordinateByteCount
    guard raw.count == 2 * count else { return nil }
    guard let signature = ECDSA_SIG_new(),
      let r = BigNumber.make(Array(raw[..<count])), let s = BigNumber.make(Array(raw[count...]))
    else { preconditionFailure("OpenSSL has no memory for a signature") }
    defer { ECDSA_SIG_free(signature) }
    // Takes ownership of both numbers; fails only when one of them is missing.
    ECDSA_SIG_set0(signature, r, s)
    return derBytes { i2d_ECDSA_SIG(signature, $0) }
  }
}
