internal import EmuJSON
internal import EmuModel

extension MicrosoftVersion {
  static let responseTypes = ["code", "id_token", "code id_token", "id_token token"]

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
      responses: ResponseTypeRules(types: Self.responseTypes),
      scopes: ScopeRules(
        implied: self == .one ? ["openid", "profile", "email", "offline_access"] : [],
        readsResource: self == .one, areInTokenAnswer: true),
      pkce: PKCERules(isAnnounced: false),
      redirects: RedirectRules(
        loopbackHosts: ["localhost", "127.0.0.1", "[::1]"], requireTLS: true, longest: 256,
        endHostsWithSlash: true,
        refusal: ("invalid_request", "The redirect URI is not one of the application's.")),
      prompts: PromptRules(
        known: ["none", "login", "select_account", "consent", "create", "admin_consent"],
        choiceVoidsHint: true),
      failures: FailureRules(
        more: AADSTS.table.compactMap { row in
          row.label.map { (code: "AADSTS\(row.number)", label: "AADSTS\(row.number): \($0)") }
        }),
      renewal: .scope("offline_access"))
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
