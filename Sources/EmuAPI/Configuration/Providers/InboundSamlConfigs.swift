internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// `inboundSamlConfigs`: SAML providers, `saml.*`.
enum InboundSamlConfigs: ProviderCollection {
  static let name = "inboundSamlConfigs"
  static let message = "InboundSamlConfig"
  static let body = "inbound_saml_config"

  static let shape = Shape(
    [
      "displayName": .text, "enabled": .flag,
      "idpConfig": .message(
        Shape([
          "idpEntityId": .text, "ssoUrl": .text, "signRequest": .flag,
          "idpCertificates": .list(.message(Shape(["x509Certificate": .text]))),
        ])),
      "spConfig": .message(
        Shape(
          ["spEntityId": .text, "callbackUri": .text],
          outputOnly: [
            "spCertificates": .list(
              .message(Shape(["x509Certificate": .text, "expiresAt": .formatted(.time)])))
          ])),
    ], outputOnly: ["name": .text])

  static let requiresMask = true
  static let idField = "inboundSamlConfigId"

  static func newID(_ input: ResourceInput) -> String? { input.inboundSamlConfigId }

  static func owns(_ id: String, in context: OperationContext) -> Bool {
    id.hasPrefix("saml.") && id.utf8.count > 5 && ProviderID.isAcceptable(id)
  }

  /// Returns the resource. Without SAML values the texts are empty: the Node SDK requires them.
  static func resource(_ config: ProviderConfig) -> JSONObject {
    let saml = config.saml
    var idp: JSONObject = [
      "idpEntityId": .string(saml?.idpEntityId ?? ""), "ssoUrl": .string(saml?.ssoUrl ?? ""),
      "idpCertificates": .array(
        (saml?.x509Certificates ?? []).map { ["x509Certificate": .string($0)] }),
    ]
    idp["signRequest"] = saml?.signRequest.map { .bool($0) }
    var sp: JSONObject = ["spEntityId": .string(saml?.spEntityId ?? "")]
    sp["callbackUri"] = saml?.callbackUri.map { .string($0) }
    var resource = JSONObject()
    resource["displayName"] = config.displayName.map { .string($0) }
    resource["enabled"] = .bool(config.enabled)
    resource["idpConfig"] = .object(idp)
    resource["spConfig"] = .object(sp)
    return resource
  }

  static func prepareOutput(of config: ProviderConfig, in context: OperationContext) throws {
    if config.saml?.signRequest == true { _ = try context.samlRequestKey() }
  }

  /// Adds the certificate with which an identity provider verifies signed requests.
  static func addOutput(
    of config: ProviderConfig, to resource: inout JSONObject, in context: OperationContext
  ) throws {
    guard config.saml?.signRequest == true else { return }
    // Generated here for a configuration that no call wrote, such as a seed's.
    let key = try context.services.keys.signingKey(of: KeyRing.samlRequests, algorithm: .rs256)
    let certificate = try KeyCertificate.make(
      for: key, commonName: "SAML requests (auth-emulator)")
    var sp = resource["spConfig"]?.object ?? [:]
    sp["spCertificates"] = [
      [
        "x509Certificate": .string(certificate.pemRepresentation),
        "expiresAt": .string(Timestamp(seconds: try certificate.validity.upperBound).rfc3339),
      ]
    ]
    resource["spConfig"] = .object(sp)
  }

  static func config(
    id: String, _ resource: JSONObject, over original: ProviderConfig,
    in context: OperationContext
  ) throws(APIError) -> ProviderConfig {
    let idp = resource["idpConfig"]
    guard let entity = text(idp?["idpEntityId"]) else {
      throw .invalidConfig("idp_entity_id cannot be empty.")
    }
    guard let sso = text(idp?["ssoUrl"]), WebAddress.problem(with: sso) == nil else {
      throw .invalidConfig("sso_url should be a valid URL.")
    }
    let certificates = (idp?["idpCertificates"]?.array ?? []).compactMap {
      text($0["x509Certificate"])
    }
    guard !certificates.isEmpty else {
      throw .invalidConfig("At least one idp_certificate is required.")
    }
    guard let spEntity = text(resource["spConfig"]?["spEntityId"]) else {
      throw .missingRelyingParty
    }
    let callback = text(resource["spConfig"]?["callbackUri"])
    guard callback.flatMap(WebAddress.problem) == nil else {
      throw .invalidConfig("callback_uri should be a valid URL.")
    }
    var config = original
    config.enabled = resource["enabled"]?.bool ?? false
    config.displayName = text(resource["displayName"])
    config.saml = ProviderConfig.SAML(
      idpEntityId: entity, ssoUrl: sso, x509Certificates: certificates,
      signRequest: idp?["signRequest"]?.bool, spEntityId: spEntity, callbackUri: callback)
    return config
  }
}
