extension Request {
  /// The address that what the answer says of us is built from, without a slash at its end.
  ///
  /// Over TLS it begins with `https://` always: whoever insists on that must find no other address.
  ///
  /// - Parameter publicURL: what the user says that others reach us under; nil for `Host`.
  package func baseURL(publicURL: String?) -> String {
    if let publicURL, !isSecure || publicURL.hasPrefix("https://") {
      return publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
    }
    return "\(isSecure ? "https" : "http")://\(headers["Host"] ?? "localhost")"
  }
}
