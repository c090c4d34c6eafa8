package import EmuHTTP
internal import EmuModel

/// What of a request may be printed line by line, where secrets are not to be shown.
package enum AccessLogMask {
  /// A path without tokens in it.
  package static func path(_ path: String) -> String { SecretMask.maskedTokens(in: path) }

  /// The annotations of an answer without what signs somebody in.
  ///
  /// Only an answer with something to tell is looked into: most have nothing.
  package static func annotations(of request: Request, _ response: Response) -> Annotations {
    let annotations = response.annotations ?? Annotations()
    guard !annotations.decisions.isEmpty || !annotations.unknownFields.isEmpty else {
      return annotations
    }
    let entry = LoggedRequest(
      number: 0, id: "", time: Timestamp(seconds: 0), latencyMicroseconds: 0, request: request,
      response: response)
    return ShownRequest(entry, showsSecrets: false).annotations
  }
}
