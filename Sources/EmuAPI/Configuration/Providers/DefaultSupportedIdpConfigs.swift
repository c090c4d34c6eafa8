internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// `defaultSupportedIdpConfigs`: the providers that Google lists by name.
enum DefaultSupportedIdpConfigs: ProviderCollection {
  static let name = "defaultSupportedIdpConfigs"
  static let message = "DefaultSupportedIdpConfig"
  static let body = "default_supported_idp_config"

  struct Content: StoredResource {
    struct Apple: Codable, Sendable, Hashable {
      var bundleIds: [String]?
      var codeFlowConfig: CodeFlow?
    }

    struct CodeFlow: Codable, Sendable, Hashable {
      var keyId: String?
      var teamId: String?
      var privateKey: String?
    }

    var clientId: String?
    var clientSecret: String?
    var enabled: Bool?
    var appleSignInConfig: Apple?
    @OutputOnly var name: String?
  }

  static let idField = "idpId"
  static let family = ProviderFamily.social

  static func owns(_ id: String, in context: OperationContext) -> Bool {
    context.provider(id).listing != nil
  }

  static func resource(_ config: ProviderConfig) -> Content {
    var content = Content(
      clientId: config.clientID, clientSecret: config.clientSecret, enabled: config.enabled)
    guard !config.bundleIDs.isEmpty || config.codeFlow != nil else { return content }
    content.appleSignInConfig = Content.Apple(
      bundleIds: config.bundleIDs.isEmpty ? nil : config.bundleIDs,
      codeFlowConfig: config.codeFlow.map { flow in
        Content.CodeFlow(keyId: flow.keyId, teamId: flow.teamId, privateKey: flow.privateKey)
      })
    return content
  }

  static func config(
    id: String, _ resource: Content, over original: ProviderConfig?, in context: OperationContext
  ) throws(APIError) -> ProviderConfig {
    var config = original ?? .empty
    config.enabled = resource.enabled ?? false
    config.clientID = resource.clientId.given
    config.clientSecret = resource.clientSecret.given
    let provider = context.provider(id)
    if provider.listing?.needsClient != false {
      try require(
        \.clientID, of: config, over: original, otherwise: .missingOAuthClientID(in: message))
    }
    let apple = resource.appleSignInConfig
    guard apple == nil || provider.signsClientSecrets else {
      throw .invalidConfig("apple_sign_in_config is for apple.com.")
    }
    config.bundleIDs = apple?.bundleIds ?? []
    config.codeFlow = nil
    guard let flow = apple?.codeFlowConfig, flow != Content.CodeFlow() else { return config }
    guard let team = flow.teamId.given, let key = flow.keyId.given,
      let secret = flow.privateKey.given
    else {
      throw .invalidConfig("code_flow_config needs team_id, key_id and private_key.")
    }
    config.codeFlow = ProviderConfig.AppleCodeFlow(
      teamId: team, keyId: key, privateKey: secret)
    return config
  }
}

/// `GET v2/defaultSupportedIdps`.
enum ListDefaultSupportedIdps: ReadOperation {
  struct Output: Codable, Sendable {
    struct Provider: Codable, Sendable {
      var idpId: String
      /// Production returns only the id.
      var description: String?
    }

    var defaultSupportedIdps: [Provider]
    var nextPageToken: String?
  }

  static func run(
    _ input: PageInput, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Output {
    let page = ResourcePage(
      context.services.providers.listed, after: input.pageToken.given,
      limit: input.limit(default: 100, most: 100), id: \.id)
    let isNamed = context.rules.shape == .official
    return Output(
      defaultSupportedIdps: page.elements.map { id, listing in
        Output.Provider(idpId: id, description: isNamed ? listing.name : nil)
      }, nextPageToken: page.nextPageToken)
  }
}
