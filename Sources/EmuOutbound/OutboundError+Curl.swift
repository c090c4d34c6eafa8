import CCurl

extension OutboundError {
  /// Loads libcurl at the first call of the process.
  ///
  /// - Throws: `other`, with the package to install.
  package static func throwUnlessLibraryIsReady() throws(OutboundError) {
    guard let problem = emu_curl_load() else { return }
    throw OutboundError(
      .other,
      """
      libcurl, which calls other servers, cannot be loaded (\(String(cString: problem))). \
      Install it: libcurl4 on Debian and Ubuntu, curl with Homebrew.
      """)
  }

  /// Translates a failed transfer (libcurl-errors(3)).
  ///
  /// - Parameters:
  ///   - detail: the text of the transfer's error buffer; may be empty.
  ///   - host: the host of the requested URL.
  static func transfer(_ result: CURLcode, detail: String, host: String) -> OutboundError {
    let reason = detail.isEmpty ? String(cString: emu_curl_easy_strerror(result)) : detail
    switch result {
    case CURLE_OPERATION_TIMEDOUT:
      return OutboundError(
        .timedOut, "\(host) did not answer in time (\(reason)). Check that it is not overloaded.")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
      return OutboundError(
        .cannotConnect,
        "\(host) cannot be reached (\(reason)). Check that it is running and the URL is right.")
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge(host)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED:
      return OutboundError(
        .tls,
        "No secure connection to \(host) (\(reason)). Check its certificate and who signed it.")
    // Another version than libcurl reads, or text without a status line: HTTP/0.9.
    case CURLE_UNSUPPORTED_PROTOCOL where reason.contains("HTTP"):
      return OutboundError(
        .other, "The answer of \(host) is not HTTP. Check that a web server listens there.")
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
      return OutboundError(.invalidURL, "\(host) led to a URL that is not http or https.")
    case CURLE_TOO_MANY_REDIRECTS:
      return OutboundError(
        .tooManyRedirects, "\(host) redirects more than five times. Use the URL it leads to.")
    default: return OutboundError(.other, "The request to \(host) failed (\(reason)).")
    }
  }

  static func tooLarge(_ host: String) -> OutboundError {
    OutboundError(.tooLarge, "The answer of \(host) is larger than is accepted.")
  }

  static func cancelled(_ host: String) -> OutboundError {
    OutboundError(.cancelled, "The request to \(host) was cancelled because the emulator stops.")
  }
}
