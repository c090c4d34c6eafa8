import COpenSSL

/// OpenSSL itself, as far as a process has to prepare it.
package enum CryptoLibrary {
  private static let prepared: Void = {
    // By default OpenSSL frees its tables in an exit handler, while a thread that generates a key
    // still uses them: the process would crash at its end. The system frees them anyway. The
    // system's openssl.cnf is not read: signatures must not depend on it. OPENSSL_init_crypto(3):
    // the options count only in the first call of the process.
    _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT | OPENSSL_INIT_NO_LOAD_CONFIG), nil)
  }()

  /// Initializes the library; call it before any other use in a process that ends while working.
  package static func prepare() { prepared }
}
