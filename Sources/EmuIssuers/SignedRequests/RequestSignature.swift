internal import EmuCrypto
internal import EmuHTTP

/// The signature `HMAC-SHA1` of OAuth 1.0a (RFC 5849 §3.4.2).
enum RequestSignature {
  static let method = "HMAC-SHA1"

  /// Returns the signature as bytes.
  ///
  /// - Parameters:
  ///   - address: scheme, host, and path of the request.
  ///   - fields: every parameter except the signature.
  ///   - tokenSecret: empty without a token.
  static func code(
    method: String, address: String, fields: FormFields, clientSecret: String, tokenSecret: String
  ) -> [UInt8] {
    let base = [method.uppercased(), address, normalized(fields)]
      .map(PercentEncoding.queryComponent).joined(separator: "&")
    let key = [clientSecret, tokenSecret].map(PercentEncoding.queryComponent)
      .joined(separator: "&")
    return HMAC.code(for: Array(base.utf8), key: Array(key.utf8), using: .sha1)
  }

  /// Returns the fields encoded, sorted by name and value, as bytes (RFC 5849 §3.4.1.3.2).
  private static func normalized(_ fields: FormFields) -> String {
    fields.map { field in
      (
        PercentEncoding.queryComponent(field.name), PercentEncoding.queryComponent(field.value)
      )
    }
    .sorted { $0.0 == $1.0 ? precedes($0.1, $1.1) : precedes($0.0, $1.0) }
    .map { "\($0)=\($1)" }.joined(separator: "&")
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  /// Returns an address in the signed form: scheme and host in lower case, without the scheme's
  /// default port (RFC 5849 §3.4.1.2).
  static func address(_ base: String, path: String) -> String {
    let start = base.firstRange(of: "://")?.upperBound ?? base.startIndex
    let end = base[start...].firstIndex(of: "/") ?? base.endIndex
    var origin = base[..<end].lowercased()
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
    where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
      origin.removeLast(port.count)
    }
    return origin + base[end...] + path
  }
}
