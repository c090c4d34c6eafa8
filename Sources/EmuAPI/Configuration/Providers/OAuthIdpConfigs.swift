internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// `oauthIdpConfigs`: OpenID Connect providers, `oidc.*`.
enum OAuthIdpConfigs: ProviderCollection {
  static let name = "oauthIdpConfigs"
  static let body = "oauth_idp_config"
  static let message = "OAuthIdpConfig"

  struct Content: StoredResource {
    var clientId: String?
    var clientSecret: String?
    var displayName: String?
    var enabled: Bool?
    var issuer: String?
    var responseType: ProviderConfig.ResponseType?
    @OutputOnly var name: String?
  }

  static let idField = "oauthIdpConfigId"
  static let family = ProviderFamily.oidc

  static func resource(_ config: ProviderConfig) -> Content {
    Content(
      clientId: config.clientID ?? "", clientSecret: config.clientSecret,
      displayName: config.displayName, enabled: config.enabled, issuer: config.issuer ?? "",
      responseType: config.responseType?.shown)
  }

  static func config(
    id: String, _ resource: Content, over original: ProviderConfig?, in context: OperationContext
  ) throws(APIError) -> ProviderConfig {
    var config = original ?? .empty
    config.enabled = resource.enabled ?? false
    config.displayName = resource.displayName.given
    config.clientID = resource.clientId.given
    config.clientSecret = resource.clientSecret.given
    config.issuer = resource.issuer.given
    config.responseType = resource.responseType
    try require(
      \.clientID, of: config, over: original, otherwise: .missingOAuthClientID(in: message))
    try require(\.issuer, of: config, over: original, otherwise: .missingIssuer)
    if let issuer = config.issuer { try check(issuer: issuer, of: id, in: context) }
    guard config.responseType?.code == true else { return config }
    guard config.responseType?.idToken != true else {
      throw .invalidConfig(
        "response_type should have exactly one of 'idToken' and 'code' being true. Setting both "
          + "types to be true ('{code: true, idToken: true}') is not yet supported.")
    }
    guard config.clientSecret != nil else {
      throw .invalidConfig("client_secret cannot be empty for code flow.")
    }
    return config
  }

  /// Checks the issuer. Local issuers with http are accepted; production rejects all other http
  /// issuers.
  private static func check(
    issuer: String, of id: String, in context: OperationContext
  ) throws(APIError) {
    guard !IssuerName.isName(issuer) else { return }
    guard IssuerName.isAddress(issuer) else { throw .invalidIssuer }
    let isSecure = issuer.lowercased().hasPrefix("https://")
    let isOurs =
      issuer.hasPrefix(context.baseURL + "/issuers/")
      || IssuerName.matches(issuer, of: context.provider(id))
    try context.check(
      .verifyCredentials, isSecure || isOurs,
      reason: "the issuer \(issuer) of \(id) is neither https nor one of this emulator's",
      otherwise: .invalidIssuer)
  }
}

extension ProviderConfig.ResponseType {
  /// The true flags: production omits the others.
  fileprivate var shown: Self {
    var shown = self
    for flag in [\Self.idToken, \.code, \.token] where self[keyPath: flag] != true {
      shown[keyPath: flag] = nil
    }
    return shown
  }
}
