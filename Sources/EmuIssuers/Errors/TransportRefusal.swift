package import EmuHTTP

/// What a request to an issuer is refused with before it comes to any endpoint.
package enum TransportRefusal {
  /// Whether a path is for clients of OAuth, who understand RFC 6749 §5.2 and not Google's envelope.
  package static func concerns(_ path: String) -> Bool { path.hasPrefix("/issuers/") }

  /// `{"error":"invalid_request","error_description":"…"}`
  package static func response(_ sentence: String, status: Status) -> Response {
    OAuthError(.init(name: "invalid_request", status: status), sentence, because: sentence).response
  }
}
