extension Request {
  /// Returns the base of our own URLs in responses, without a trailing slash.
  ///
  /// Over TLS it always begins with `https://`: clients that require TLS must get no other address.
  ///
  /// - Parameter publicURL: the configured external URL; nil for `Host`.
  package func baseURL(publicURL: String?) -> String {
    if let publicURL, !isSecure || publicURL.hasPrefix("https://") {
      return publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
    }
    return "\(isSecure ? "https" : "http")://\(headers["Host"] ?? "localhost")"
  }
}
