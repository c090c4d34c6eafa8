package import EmuHTTP
internal import EmuModel

/// Masks the secrets of requests in the printed access log.
package enum AccessLogMask {
  package static func path(_ path: String) -> String { SecretMask.maskedTokens(in: path) }

  /// Returns annotations with masked secrets of the request and response. Most requests print none.
  ///
  /// - Parameter printed: the annotations to print.
  package static func annotations(
    _ printed: Annotations, of request: Request, _ response: Response
  ) -> Annotations {
    guard !printed.decisions.isEmpty || !printed.unknownFields.isEmpty else { return printed }
    var entry = LoggedRequest(
      number: 0, ids: nil, time: Timestamp(seconds: 0), latencyMicroseconds: 0, request: request,
      response: response)
    entry.annotations = printed
    return ShownRequest(entry, showsSecrets: false).annotations
  }
}
