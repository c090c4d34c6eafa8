internal import EmuModel
internal import EmuStore

/// `GET v1/projects`: the public data of a project.
enum GetProject: ReadOperation {
  struct Input: Decodable, Sendable {
    /// An OAuth client that must belong to the project.
    var clientId: String?
    // Published fields, accepted and not used: the emulator does not store a project's apps.
    var androidPackageName: String?
    var delegatedProjectNumber: Int64?
    var firebaseAppId: String?
    var iosBundleId: String?
    var projectNumber: String?
    var returnDynamicLink: Bool?
    var sha1Cert: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> GetProjectResponse {
    guard context.tenant == nil else { throw APIError("UNSUPPORTED_TENANT_OPERATION") }
    if let client = input.clientId.given {
      try context.check(
        .requireConfiguredProviders,
        context.project.providers.own.values.contains { $0.audiences.contains(client) },
        reason:
          "no provider of project \(context.project.id) has the client \(client.prefix(256))",
        otherwise: APIError("INVALID_OAUTH_CLIENT_ID"))
    }
    let project = context.project
    var response = GetProjectResponse(
      projectId: Project.number,
      authorizedDomains: context.rules.showsDefaultDomains
        || project.config.authorizedDomains != nil
        ? project.authorizedDomains : ["localhost"])
    guard context.caller.isAdmin else { return response }
    response.apiKey = ImpliedAPIKey.of(project.id)
    response.allowPasswordUser = project.signsInWithPassword
    response.enableAnonymousUser = project.signsInAnonymously
    response.idpConfig = names.compactMap { id, name in
      guard let provider = project.providers[id] else { return nil }
      let audiences = provider.additionalClientIDs
      return GetProjectResponse.IdpConfig(
        provider: name, enabled: provider.enabled, clientId: provider.clientID,
        secret: provider.clientSecret, whitelistedAudiences: audiences.isEmpty ? nil : audiences)
    }
    return response
  }

  /// The names of providers in the first version of the API; others have none.
  private static let names: KeyValuePairs = [
    "microsoft.com": "MSLIVE", "google.com": "GOOGLE", "facebook.com": "FACEBOOK",
    "twitter.com": "TWITTER", "yahoo.com": "YAHOO", "github.com": "GITHUB",
    "playgames.google.com": "GOOGLE_PLAY_GAMES", "linkedin.com": "LINKEDIN",
    "gc.apple.com": "IOS_GAME_CENTER",
  ]
}
