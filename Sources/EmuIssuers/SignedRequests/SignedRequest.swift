internal import EmuCrypto
internal import EmuHTTP

/// A signed request of OAuth 1.0a (RFC 5849 §3).
struct SignedRequest: Sendable {
  /// The protocol parameters, such as `oauth_nonce`.
  let protocolFields: FormFields
  /// The signed parameters: protocol parameters except the signature, the query, and a form in the
  /// body.
  let signed: FormFields
  let method: String
  /// The addresses that the client may have used, without the query.
  let addresses: [String]

  /// - Returns: nil for a request without protocol parameters.
  init?(_ call: IssuerCall) {
    let request = call.request
    var all = request.headers["Authorization"].flatMap(Self.fields) ?? FormFields()
    all.add(contentsOf: request.query)
    if TokenRequestForm.isForm(request) { all.add(contentsOf: request.form) }
    protocolFields = FormFields(all.filter { $0.name.hasPrefix("oauth_") })
    guard !protocolFields.isEmpty else { return nil }
    signed = FormFields(all.filter { $0.name != "oauth_signature" })
    method = request.method.rawValue
    let bases = [request.baseURL(publicURL: nil), call.baseURL]
    addresses = bases.map { Self.address($0, path: request.path) }
  }

  /// Returns a protocol parameter; nil if absent or empty.
  subscript(name: String) -> String? { protocolFields.filled("oauth_" + name) }

  /// The first repeated protocol parameter (RFC 5849 §3.2).
  var repeated: String? {
    var seen: Set<String> = []
    return protocolFields.first { !seen.insert($0.name).inserted }?.name
  }

  /// Returns the parameters of `OAuth name="value", …` without `realm` (RFC 5849 §3.5.1); nil for
  /// another scheme.
  private static func fields(of header: String) -> FormFields? {
    guard header.prefix(6).lowercased() == "oauth " else { return nil }
    var fields = FormFields()
    for part in header.dropFirst(6).split(separator: ",") {
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].lowercased() != "realm" else { continue }
      let value = pair[1].drop { $0 == "\"" }.prefix { $0 != "\"" }
      fields.add(PercentEncoding.decode(pair[0]), PercentEncoding.decode(value))
    }
    return fields
  }

  /// Returns the signature `HMAC-SHA1` (RFC 5849 §3.4.2) as bytes.
  ///
  /// - Parameter tokenSecret: empty without a token.
  func signature(
    at address: String, clientSecret: String, tokenSecret: String
  ) -> [UInt8] {
    let base = [method.uppercased(), address, normalized]
      .map(PercentEncoding.queryComponent).joined(separator: "&")
    let key = [clientSecret, tokenSecret].map(PercentEncoding.queryComponent)
      .joined(separator: "&")
    return HMAC.code(for: Array(base.utf8), key: Array(key.utf8), using: .sha1)
  }

  /// The signed fields encoded, sorted by name and value, as bytes (RFC 5849 §3.4.1.3.2).
  private var normalized: String {
    signed.map { field in
      (
        PercentEncoding.queryComponent(field.name), PercentEncoding.queryComponent(field.value)
      )
    }
    .sorted { $0.0 == $1.0 ? precedes($0.1, $1.1) : precedes($0.0, $1.0) }
    .map { "\($0)=\($1)" }.joined(separator: "&")
  }

  private func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  /// Returns an address in the signed form: scheme and host in lower case, without the scheme's
  /// default port (RFC 5849 §3.4.1.2).
  private static func address(_ base: String, path: String) -> String {
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
