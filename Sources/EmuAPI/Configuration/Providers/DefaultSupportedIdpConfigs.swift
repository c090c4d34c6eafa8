internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// `defaultSupportedIdpConfigs`: the providers that Google lists by name.
enum DefaultSupportedIdpConfigs: ProviderCollection {
  static let name = "defaultSupportedIdpConfigs"
  static let message = "DefaultSupportedIdpConfig"
  static let body = "default_supported_idp_config"

  static let shape = Shape(
    [
      "clientId": .text, "clientSecret": .text, "enabled": .flag,
      "appleSignInConfig": .message(
        Shape([
          "bundleIds": .list(.text),
          "codeFlowConfig": .message(
            Shape(["keyId": .text, "teamId": .text, "privateKey": .text])),
        ])),
    ], outputOnly: ["name": .text])

  static let requiresMask = false
  static let idField = "idpId"

  static func newID(_ input: ResourceInput) -> String? { input.idpId }

  static func owns(_ id: String, in context: OperationContext) -> Bool {
    context.services.providers.provider(id).listing != nil
  }

  static func resource(_ config: ProviderConfig) -> JSONObject {
    var resource: JSONObject = ["enabled": .bool(config.enabled)]
    resource["clientId"] = config.clientID.map { .string($0) }
    resource["clientSecret"] = config.clientSecret.map { .string($0) }
    var apple = JSONObject()
    if !config.bundleIDs.isEmpty {
      apple["bundleIds"] = .array(config.bundleIDs.map { .string($0) })
    }
    if let flow = config.codeFlow {
      apple["codeFlowConfig"] = [
        "teamId": .string(flow.teamID), "keyId": .string(flow.keyID),
        "privateKey": .string(flow.privateKey),
      ]
    }
    if !apple.isEmpty { resource["appleSignInConfig"] = .object(apple) }
    return resource
  }

  static func config(
    id: String, _ resource: JSONObject, over original: ProviderConfig,
    in context: OperationContext
  ) throws(APIError) -> ProviderConfig {
    var config = original
    config.enabled = resource["enabled"]?.bool ?? false
    config.clientID = text(resource["clientId"])
    config.clientSecret = text(resource["clientSecret"])
    let provider = context.services.providers.provider(id)
    guard config.clientID != nil || provider.listing?.needsClient == false else {
      throw .missingOAuthClientID
    }
    let apple = resource["appleSignInConfig"]
    guard apple == nil || provider.signsClientSecrets else {
      throw .invalidConfig("apple_sign_in_config is for apple.com.")
    }
    config.bundleIDs = apple?["bundleIds"]?.array?.compactMap(\.string) ?? []
    config.codeFlow = nil
    guard let flow = apple?["codeFlowConfig"]?.object, !flow.isEmpty else { return config }
    guard let team = text(flow["teamId"]), let key = text(flow["keyId"]),
      let secret = text(flow["privateKey"])
    else {
      throw .invalidConfig("code_flow_config needs team_id, key_id and private_key.")
    }
    config.codeFlow = ProviderConfig.AppleCodeFlow(
      teamID: team, keyID: key, privateKey: secret)
    return config
  }
}

/// `GET v2/defaultSupportedIdps`.
enum ListDefaultSupportedIdps: ReadOperation {
  static func run(
    _ input: ResourceInput, in context: OperationContext, _ store: ReadTransaction
  ) throws -> JSONObject {
    let page = ResourcePage(
      context.services.providers.listed, after: ProfileInput.given(input.pageToken),
      limit: input.pageLimit(default: 100, most: 100), id: \.id)
    var answer: JSONObject = [
      "defaultSupportedIdps": .array(
        page.elements.map { id, listing in
          .object(context.rules.shape.supportedProvider(id, listing.name))
        })
    ]
    answer["nextPageToken"] = page.nextPageToken.map { .string($0) }
    return answer
  }
}
