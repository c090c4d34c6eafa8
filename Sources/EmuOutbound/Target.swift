import CCurl

/// A URL that is validated before anything is sent.
struct Target {
  let url: String
  /// The host and any port, for messages: `localhost:9099`.
  let host: String

  /// Parses an absolute http or https URL with a host.
  ///
  /// - Throws: `invalidURL`, `other` where libcurl cannot be loaded.
  init(_ url: String) throws(OutboundError) {
    try OutboundError.throwUnlessLibraryIsReady()
    // libcurl uses C strings, and must not get a line break.
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }), let parsed = emu_curl_url() else {
      throw Self.invalid
    }
    defer { emu_curl_url_cleanup(parsed) }
    guard emu_curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: parsed), ["http", "https"].contains(scheme),
      let host = Self.part(CURLUPART_HOST, of: parsed), !host.isEmpty
    else { throw Self.invalid }
    self.url = url
    self.host = Self.part(CURLUPART_PORT, of: parsed).map { "\(host):\($0)" } ?? host
  }

  /// Returns the host of any text, for a message; the text itself may contain secrets.
  static func host(of url: String) -> String {
    (try? Target(url))?.host ?? "an invalid URL"
  }

  private static let invalid = OutboundError(
    .invalidURL, "The URL to call is not an absolute http or https URL. Correct it.")

  private static func part(_ part: CURLUPart, of parsed: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard emu_curl_url_get(parsed, part, &text, 0) == CURLUE_OK, let text else { return nil }
    defer { emu_curl_free(text) }
    return String(cString: text)
  }
}
