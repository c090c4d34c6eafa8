internal import COpenSSL

/// The text form of RFC 7468: base64 lines of 64 characters between `BEGIN` and `END`.
enum PEM {
  /// Writes DER bytes under a label such as `PRIVATE KEY`.
  static func encode(_ der: [UInt8], label: String) -> String {
    var text = "-----BEGIN \(label)-----\n"
    for start in stride(from: 0, to: der.count, by: 48) {
      text += Base64URL.encodePadded(Array(der[start..<min(start + 48, der.count)])) + "\n"
    }
    return text + "-----END \(label)-----\n"
  }

  /// Decodes the first block of a text: its label and its bytes; text around it is skipped.
  ///
  /// Encrypted blocks are rejected, since no passphrase is available.
  static func decode(_ text: String) throws(CryptoError) -> (label: String, der: [UInt8]) {
    // The reader only borrows the text, so it must not outlive this closure.
    let block = Array(text.utf8).withUnsafeBytes { characters in
      BIO_new_mem_buf(characters.baseAddress, Int32(clamping: characters.count)).flatMap {
        firstBlock(in: $0)
      }
    }
    guard let block else { throw .openSSL(.invalidInput, "the text has no whole PEM block") }
    guard !block.isEncrypted else {
      throw CryptoError(.invalidInput, "the PEM block is encrypted")
    }
    return (block.label, block.der)
  }

  /// Reads from, and frees, a BIO.
  private static func firstBlock(
    in bio: OpaquePointer
  ) -> (label: String, der: [UInt8], isEncrypted: Bool)? {
    defer { BIO_free(bio) }
    var name: UnsafeMutablePointer<CChar>?
    var header: UnsafeMutablePointer<CChar>?
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard PEM_read_bio(bio, &name, &header, &bytes, &count) == 1,
      let name, let header, let bytes
    else { return nil }
    defer {
      CRYPTO_free(name, nil, 0)
      CRYPTO_free(header, nil, 0)
      CRYPTO_clear_free(bytes, count, nil, 0)
    }
    let der = Array(UnsafeBufferPointer(start: bytes, count: count))
    return (String(cString: name), der, header.pointee != 0)
  }
}
