import CCurl

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file of certificates that libcurl trusts when it is told nothing.
///
/// Certificates in memory take its place instead of adding to it (CURLOPT_CAINFO_BLOB(3)), so a
/// request that brings its own needs these too. Lives on the client's thread.
final class DefaultCertificates {
  /// Its text, or nothing where the system keeps its certificates in another form.
  lazy var pem: String = {
    guard let handle = emu_curl_easy_init() else { return "" }
    defer { emu_curl_easy_cleanup(handle) }
    guard let path = emu_curl_default_certificates(handle), let file = fopen(path, "r") else {
      return ""
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
        count = fread(buffer.baseAddress, 1, buffer.count, file)
      }
      if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) + "\n" }
      bytes += piece
    }
  }()
}
