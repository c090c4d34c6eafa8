internal import EmuJSON
internal import EmuModel

/// The two versions of Microsoft's endpoints; the first is for work accounts and reads `resource`.
///
/// Source: docs/reference/microsoft.md#authorities and docs/reference/microsoft.md#access-tokens.
package enum MicrosoftVersion: Sendable {
  case one, two

  /// Returns the issuer of this version's tokens from that of the second: `…/<tenant>/`, where the
  /// real one is `https://sts.windows.net/<tenant>/`.
  package func issuerName(_ name: String) -> String {
    self == .one && name.hasSuffix("/v2.0") ? String(name.dropLast(4)) : name
  }

  /// Converts the claims of the second version to this one's.
  func rename(_ claims: inout JSONObject) {
    guard self == .one else { return }
    if let issuer = claims["iss"]?.string { claims["iss"] = .string(issuerName(issuer)) }
    claims["ver"] = "1.0"
    let name = claims["preferred_username"]
    claims["preferred_username"] = nil
    claims["unique_name"] = name
    claims["upn"] = claims["upn"] ?? name
    if let client = claims["azp"] {
      claims["appid"] = client
      claims["appidacr"] = claims["azpacr"]
      claims["azp"] = nil
      claims["azpacr"] = nil
    }
  }
}

extension MicrosoftVersion {
  var paths: IssuerPaths {
    switch self {
    case .one:
      var paths = IssuerPaths(
        discovery: "/{tenant}/.well-known/openid-configuration",
        authorize: "/{tenant}/oauth2/authorize", keys: "/{tenant}/discovery/keys",
        token: "/{tenant}/oauth2/token", endSession: "/{tenant}/oauth2/logout")
      paths.pages = "/emulator/v1"
      paths.debugger = nil
      return paths
    case .two:
      return IssuerPaths(
        discovery: "/{tenant}/v2.0/.well-known/openid-configuration",
        authorize: "/{tenant}/oauth2/v2.0/authorize", keys: "/{tenant}/discovery/v2.0/keys",
        token: "/{tenant}/oauth2/v2.0/token", endSession: "/{tenant}/oauth2/v2.0/logout",
        device: "/{tenant}/oauth2/v2.0/devicecode")
    }
  }

  var authorizeRules: AuthorizeRules {
    AuthorizeRules(
      responses: ResponseTypeRules(
        types: ["code", "id_token", "code id_token", "id_token token"]),
      scopes: ScopeRules(
        implied: self == .one ? ["openid", "profile", "email", "offline_access"] : [],
        problem: MicrosoftScopes.problem(of:), readsResource: self == .one, areInTokenAnswer: true),
      pkce: PKCERules(isAnnounced: false),
      redirects: RedirectRules(
        loopbackHosts: ["localhost", "127.0.0.1", "[::1]"], requireTLS: true, longest: 256,
        endHostsWithSlash: true, serveSignOuts: true,
        refusal: ("invalid_request", "The redirect URI is not one of the application's.")),
      prompts: PromptRules(
        known: ["none", "login", "select_account", "consent", "create", "admin_consent"],
        choiceVoidsHint: true),
      failures: FailureRules(
        more: AADSTS.table.compactMap { row in
          row.label.map { (code: "AADSTS\(row.number)", label: "AADSTS\(row.number): \($0)") }
        }),
      readsClaims: true, renewal: .scope("offline_access"))
  }

  /// Converts a token response of the second version to this one's, in which every number is a
  /// text.
  func rename(_ body: inout JSONObject, _ scopes: MicrosoftScopes, now: Timestamp) {
    guard self == .one, let lifetime = body["expires_in"]?.int else { return }
    body["expires_in"] = .string(String(lifetime))
    body["ext_expires_in"] = .string(String(lifetime))
    body["expires_on"] = .string(String(now.seconds + lifetime))
    body["not_before"] = .string(String(now.seconds - 300))
    body["resource"] = .string(scopes.api ?? MicrosoftScopes.graph)
  }
}
