internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// `oauthIdpConfigs`: OpenID Connect providers, `oidc.*`.
enum OAuthIdpConfigs: ProviderCollection {
  static let name = "oauthIdpConfigs"
  static let body = "oauth_idp_config"
  static let message = "OAuthIdpConfig"

  static let shape = Shape(
    [
      "clientId": .text, "clientSecret": .text, "displayName": .text, "enabled": .flag,
      "issuer": .text,
      "responseType": .message(Shape(["idToken": .flag, "code": .flag, "token": .flag])),
    ], outputOnly: ["name": .text])

  static let requiresMask = true
  static let idField = "oauthIdpConfigId"

  static func invalidID(_ id: String) -> APIError {
    .invalidConfigID(
      detail:
        "Oauth_idp_config_id must start with 'oidc.' and can only have alphanumeric characters, "
        + "hyphens, underscores or periods. The part after 'oidc.' must also start with a lowercase "
        + "letter, end with an alphanumeric character, and have at least 2 characters.",
      reason: unusable(id))
  }

  static func newID(_ input: ResourceInput) -> String? { input.oauthIdpConfigId }

  static func owns(_ id: String, in context: OperationContext) -> Bool {
    id.hasPrefix("oidc.") && id.utf8.count > 5 && ProviderID.isAcceptable(id)
  }

  static func resource(_ config: ProviderConfig) -> JSONObject {
    var resource = JSONObject()
    resource["displayName"] = config.displayName.map { .string($0) }
    resource["enabled"] = .bool(config.enabled)
    resource["clientId"] = .string(config.clientID ?? "")
    resource["issuer"] = .string(config.issuer ?? "")
    resource["clientSecret"] = config.clientSecret.map { .string($0) }
    if let type = config.responseType {
      var shown = JSONObject()
      // Production omits false flags.
      if type.idToken == true { shown["idToken"] = true }
      if type.code == true { shown["code"] = true }
      if type.token == true { shown["token"] = true }
      resource["responseType"] = .object(shown)
    }
    return resource
  }

  static func config(
    id: String, _ resource: JSONObject, over original: ProviderConfig,
    in context: OperationContext
  ) throws(APIError) -> ProviderConfig {
    var config = original
    config.enabled = resource["enabled"]?.bool ?? false
    config.displayName = text(resource["displayName"])
    config.clientID = text(resource["clientId"])
    config.clientSecret = text(resource["clientSecret"])
    config.issuer = text(resource["issuer"])
    config.responseType = resource["responseType"].map { type in
      ProviderConfig.ResponseType(
        idToken: type["idToken"]?.bool, code: type["code"]?.bool, token: type["token"]?.bool)
    }
    guard config.clientID != nil else { throw .missingOAuthClientIDOfOIDC }
    guard let issuer = config.issuer else { throw .missingIssuer }
    try check(issuer: issuer, of: id, in: context)
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
    guard IssuerName.isAddress(issuer) else { throw .invalidIssuer }
    let isSecure = issuer.lowercased().hasPrefix("https://")
    let isOurs =
      issuer.hasPrefix(context.baseURL + "/issuers/")
      || IssuerName.matches(issuer, of: context.services.providers.provider(id))
    try context.check(
      .verifyCredentials, isSecure || isOurs,
      reason: "the issuer \(issuer) of \(id) is neither https nor one of this emulator's",
      otherwise: .invalidIssuer)
  }
}
