internal import COpenSSL

extension CryptoError {
  /// Creates the error of an OpenSSL call that has just failed on this thread.
  ///
  /// Empties the thread's error queue (`ERR_get_error(3)`), so that no entry is attributed to the
  /// next call.
  static func openSSL(_ code: Code, _ message: String) -> CryptoError {
    CryptoError(code, message, openSSLErrors: drainOpenSSLErrors())
  }

  private static func drainOpenSSLErrors() -> [String] {
    var texts: [String] = []
    while true {
      let entry = ERR_get_error()
      guard entry != 0 else { return texts }
      // The manual asks for at least 256 bytes; longer texts are truncated.
      var buffer = [CChar](repeating: 0, count: 256)
      ERR_error_string_n(entry, &buffer, buffer.count)
      let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      texts.append(String(decoding: text, as: UTF8.self))
    }
  }
}
