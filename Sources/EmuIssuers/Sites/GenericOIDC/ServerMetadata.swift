internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel

/// The discovery document of an `oidc.*` issuer for clients of plain OAuth. Its well-known part is
/// between host and path (RFC 8414 §3.1), or after the path, as many clients expect.
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
  /// Returns the `oidc.*` issuer of the path.
  ///
  /// - Throws: not found for a provider with special paths, so that clients do not depend on these.
  func genericIssuer() throws -> any FakeIssuer {
    let issuer = try issuer()
    if issuer.provider.family == .oidc { return issuer }
    let entry = try IssuerList.entry(issuer, self)
    let discovery = entry.discoveryUrl.map { "Its discovery document is at \($0)" }
    let sentence =
      "\(issuer.id) has nothing at \(request.path.prefix(128)): its paths are its own. "
      + "\(discovery ?? "It has no discovery document"), and docs/api-support.md lists its paths."
    throw OAuthError(
      .init(name: "invalid_request", status: .notFound), sentence, reason: sentence)
  }
}
