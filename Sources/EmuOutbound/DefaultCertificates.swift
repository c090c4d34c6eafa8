import CCurl
import EmuSystem

/// The file of certificates that libcurl trusts by default.
///
/// Certificates in memory replace it instead of extending it (CURLOPT_CAINFO_BLOB(3)), so a request
/// with its own certificates needs these too. Used on the client's thread only.
final class DefaultCertificates {
  /// The text of the file; empty where the system stores its certificates in another form.
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
