internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuSAML

/// `inboundSamlConfigs`: SAML providers, `saml.*`.
enum InboundSamlConfigs: ProviderCollection {
  static let name = "inboundSamlConfigs"
  static let message = "InboundSamlConfig"
  static let body = "inbound_saml_config"

  struct Content: StoredResource {
    struct IdP: Codable, Sendable, Hashable {
      var idpEntityId: String?
      var ssoUrl: String?
      var signRequest: Bool?
      var idpCertificates: [Certificate]?
    }

    struct Certificate: Codable, Sendable, Hashable {
      var x509Certificate: String?
    }

    struct SP: Codable, Sendable, Hashable {
      var spEntityId: String?
      var callbackUri: String?
      @OutputOnly var spCertificates: [OwnCertificate]?
    }

    struct OwnCertificate: Codable, Sendable, Hashable {
      var x509Certificate: String?
      var expiresAt: String?
    }

    var displayName: String?
    var enabled: Bool?
    var idpConfig: IdP?
    var spConfig: SP?
    @OutputOnly var name: String?
  }

  static let idField = "inboundSamlConfigId"
  static let family = ProviderFamily.saml

  /// Returns the resource. Without SAML values the texts are empty: the Node SDK requires them.
  static func resource(_ config: ProviderConfig) -> Content {
    let saml = config.saml
    return Content(
      displayName: config.displayName, enabled: config.enabled,
      idpConfig: Content.IdP(
        idpEntityId: saml?.idpEntityId ?? "", ssoUrl: saml?.ssoUrl ?? "",
        signRequest: saml?.signRequest,
        idpCertificates: (saml?.x509Certificates ?? []).map {
          Content.Certificate(x509Certificate: $0)
        }),
      spConfig: Content.SP(spEntityId: saml?.spEntityId ?? "", callbackUri: saml?.callbackUri))
  }

  /// Adds the certificate with which an identity provider verifies signed requests.
  static func addOutput(
    of config: ProviderConfig, to resource: inout Content, in context: OperationContext
  ) throws {
    guard config.saml?.signRequest == true else { return }
    // Generated here for a configuration that no call wrote, such as a seed's.
    let key = try context.services.keys.signingKey(of: KeyRing.samlRequests, algorithm: .rs256)
    let certificate = try KeyCertificate.make(
      for: key, commonName: "SAML requests (auth-emulator)")
    resource.spConfig?.spCertificates = [
      Content.OwnCertificate(
        x509Certificate: certificate.pemRepresentation,
        expiresAt: Timestamp(seconds: try certificate.validity.upperBound).rfc3339)
    ]
  }

  static func config(
    id: String, _ resource: Content, over original: ProviderConfig?, in context: OperationContext
  ) throws(APIError) -> ProviderConfig {
    let (idp, sp) = (resource.idpConfig, resource.spConfig)
    guard let entity = idp?.idpEntityId.given else {
      throw .invalidConfig("idp_entity_id cannot be empty.")
    }
    guard let sso = idp?.ssoUrl.given, WebAddress.problem(with: sso) == nil else {
      throw .invalidConfig("sso_url should be a valid URL.")
    }
    let certificates = (idp?.idpCertificates ?? []).compactMap { $0.x509Certificate.given }
    guard !certificates.isEmpty else {
      throw .invalidConfig("At least one idp_certificate is required.")
    }
    guard let spEntity = sp?.spEntityId.given else { throw .missingRelyingParty }
    let callback = sp?.callbackUri.given
    guard callback.flatMap(WebAddress.problem) == nil else {
      throw .invalidConfig("callback_uri should be a valid URL.")
    }
    var config = original ?? .empty
    config.enabled = resource.enabled ?? false
    config.displayName = resource.displayName.given
    config.saml = ProviderConfig.SAML(
      idpEntityId: entity, ssoUrl: sso, x509Certificates: certificates,
      signRequest: idp?.signRequest, spEntityId: spEntity, callbackUri: callback)
    return config
  }
}
