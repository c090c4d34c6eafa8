internal import EmuModel
internal import EmuStore

/// The origin of a code or token, which determines its client's configuration.
struct SecretOrigin: Sendable {
  /// By provider id.
  var issuer: String
  var clientID: String
  /// nil before a person has consented.
  var person: Person?
  /// The id of the project; nil for the code or token of a shared person, and for a device code of
  /// a deleted project.
  var project: String?
  /// The id of the client's tenant; nil for a project's client.
  var tenant: String?
  /// The thumbprint of the key that the redemption must prove; nil for none.
  var keyThumbprint: String?

  /// Returns false for the secret of another client or issuer, which counts as an unknown one.
  func isOf(_ clientID: String, at issuerID: String) -> Bool {
    self.clientID == clientID && issuer == issuerID
  }
}

extension ReadTransaction {
  func origin(ofCode text: String) throws -> SecretOrigin? {
    try authorizationCode(text).flatMap {
      try origin(consent: $0.consentKey, $0.clientID, $0.tenant, $0.keyThumbprint)
    }
  }

  func origin(ofToken text: String) throws -> SecretOrigin? {
    try issuerToken(text).flatMap {
      try origin(consent: $0.consentKey, $0.clientID, $0.tenant, $0.keyThumbprint)
    }
  }

  private func origin(
    consent: Int64, _ clientID: String, _ tenant: String?, _ keyThumbprint: String?
  ) throws -> SecretOrigin? {
    guard let person = try person(ofConsent: consent) else { return nil }
    return SecretOrigin(
      issuer: person.issuer, clientID: clientID, person: person,
      project: try projectID(ofPerson: person.key), tenant: tenant, keyThumbprint: keyThumbprint)
  }

  /// Returns the origin of a device code, which is the same before and after the consent.
  func origin(ofDeviceCode text: String) throws -> SecretOrigin? {
    guard let device = try deviceCode(text) else { return nil }
    return SecretOrigin(
      issuer: device.issuer, clientID: device.clientID,
      person: try device.consentKey.flatMap(person(ofConsent:)),
      project: try project(device.project)?.id, tenant: device.tenant)
  }

  /// Returns the origin of a request token of OAuth 1.0a.
  func origin(ofRequestToken text: String) throws -> SecretOrigin? {
    guard let token = try requestToken(text) else { return nil }
    return SecretOrigin(
      issuer: token.issuer, clientID: token.clientID,
      person: try token.consentKey.flatMap(person(ofConsent:)), project: token.project,
      tenant: token.tenant)
  }

  private func person(ofConsent key: Int64) throws -> Person? {
    try consent(key: key).flatMap { try person(key: $0.personKey) }
  }
}
