internal import EmuHTTP

/// Where clients of plain OAuth look for the discovery document of an `oidc.*` issuer: with the
/// well-known part between host and path (RFC 8414 §3.1), or behind the path, as many do.
enum ServerMetadata {
  static let routes = [
    "/.well-known/oauth-authorization-server/issuers/{issuer}",
    "/issuers/{issuer}/.well-known/oauth-authorization-server",
  ].map { path in
    IssuerRoute(.get, path, .discovery, style: .control) { call in
      .ready(try Discovery.answer(call.genericIssuer(), call))
    }
  }
}

extension IssuerCall {
  /// The `oidc.*` issuer that the path names.
  ///
  /// - Throws: not found for a provider with paths of its own, whose clients must not get used to
  ///   these.
  func genericIssuer() throws -> OIDCIssuer {
    let issuer = try issuer()
    if let generic = issuer as? OIDCIssuer { return generic }
    let sentence =
      "\(issuer.id) has nothing at \(request.path.prefix(128)): its paths are its own. GET "
      + "/emulator/v1/issuers/\(issuer.id) shows where discovery is, and docs/api-support.md all."
    throw OAuthError(
      .init(name: "invalid_request", status: .notFound), sentence, because: sentence)
  }
}
