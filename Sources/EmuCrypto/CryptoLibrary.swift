import COpenSSL

/// OpenSSL itself, as far as a process has to prepare it.
package enum CryptoLibrary {
  private static let prepared: Void = {
    // By default OpenSSL frees its tables in an exit handler, while a thread that is still making a
    // key uses them: the process would crash at its end. The system frees them just as well.
    // OPENSSL_init_crypto(3): the option counts only in the first call of the process.
    _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
  }()

  /// Makes the library ready; call it before any other use in a process that ends while working.
  package static func prepare() { prepared }
}
