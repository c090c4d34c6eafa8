internal import COpenSSL

/// The text form of RFC 7468: base64 lines of 64 characters between `BEGIN` and `END`.
enum PEM {
  /// Writes DER bytes under a label such as `PRIVATE KEY`.
  static func encode(_ der: [UInt8], label: String) -> String {
    var text = "-----BEGIN \(label)-----\n"
    for start in stride(from: 0, to: der.count, by: 48) {
      text += base64(Array(der[start..<min(start + 48, der.count)])) + "\n"
    }
    return text + "-----END \(label)-----\n"
  }

  /// Reads the first block of a text: its label and its bytes; text around it is skipped.
  ///
  /// Encrypted blocks are refused: there is nobody to ask for a passphrase.
  static func decode(_ text: String) throws(CryptoError) -> (label: String, der: [UInt8]) {
    var characters = Array(text.utf8)
    guard let bio = BIO_new_mem_buf(&characters, Int32(clamping: characters.count)) else {
      throw .openSSL(.libraryFailure, "no memory for a PEM reader")
    }
    defer { BIO_free(bio) }
    var name: UnsafeMutablePointer<CChar>?
    var header: UnsafeMutablePointer<CChar>?
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard PEM_read_bio(bio, &name, &header, &bytes, &count) == 1,
      let name, let header, let bytes
    else { throw .openSSL(.invalidInput, "the text has no whole PEM block") }
    defer {
      for pointer in [UnsafeMutableRawPointer(name), UnsafeMutableRawPointer(header)] {
        CRYPTO_free(pointer, nil, 0)
      }
      CRYPTO_clear_free(bytes, count, nil, 0)
    }
    guard header.pointee == 0 else {
      throw CryptoError(.invalidInput, "the PEM block is encrypted")
    }
    return (String(cString: name), Array(UnsafeBufferPointer(start: bytes, count: count)))
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    let text = [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, written in
      // The library writes a zero byte after the text.
      EVP_EncodeBlock(buffer.baseAddress, bytes, Int32(bytes.count))
      written = count
    }
    return String(decoding: text, as: UTF8.self)
  }
}
