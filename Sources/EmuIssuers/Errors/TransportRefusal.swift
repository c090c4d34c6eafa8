package import EmuHTTP

/// The refusal of a request to an issuer before it reaches an endpoint.
package enum TransportRefusal {
  /// Returns true if a path is for OAuth clients, which expect RFC 6749 §5.2 and not Google's
  /// envelope.
  package static func concerns(_ path: String) -> Bool { path.hasPrefix("/issuers/") }

  /// `{"error":"invalid_request","error_description":"…"}`
  package static func response(_ sentence: String, status: Status) -> Response {
    OAuthError(.init(name: "invalid_request", status: status), sentence, because: sentence).response
  }
}
