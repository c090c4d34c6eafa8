internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel
internal import EmuSAML

extension CreateAuthUri {
  /// Returns the address that sends a browser to the identity provider of SAML, by its redirect
  /// binding, and stores the id of the request in the session.
  ///
  /// - Throws: 501 where the library for SAML is missing; `CallOut` if the key of a signed request
  ///   must be generated first.
  static func samlURL(
    for session: inout IdpSession, _ input: CreateAuthUriRequest, in context: OperationContext
  ) throws -> String {
    let parties = SAMLParties(
      of: session.providerID, in: context.project, baseURL: context.baseURL)
    let id = "_" + context.ids.hexadecimal(32)
    session.requestID = id
    session.callbackURL = session.redirectURI
    let request = SAMLRequest(
      id: id, issuedAt: context.now, issuer: parties.spEntityID, destination: parties.ssoURL,
      callbackURL: session.redirectURI)
    var fields: FormFields
    do {
      fields = ["SAMLRequest": try request.redirectValue(), "RelayState": session.sealed]
    } catch {
      throw APIError.notImplemented(error.message)
    }
    if let key = try context.samlRequestKey(of: context.project.providers[session.providerID]) {
      fields.add("SigAlg", SAMLQuerySignature.algorithm)
      fields.add("Signature", try SAMLQuerySignature.value(over: fields.encoded, key: key))
    }
    for member in (input.customParameter ?? [:]).sorted(by: { $0.key < $1.key })
    where fields.first(member.key) == nil {
      fields.add(member.key, member.value)
    }
    let mark = parties.ssoURL.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return parties.ssoURL + mark + fields.encoded
  }
}

extension OperationContext {
  /// Returns the key that signs a provider's requests; nil for a provider whose requests are unsigned.
  ///
  /// - Throws: `CallOut` if it must be generated first.
  func samlRequestKey(of config: ProviderConfig?) throws -> SigningKey? {
    guard config?.saml?.signRequest == true else { return nil }
    try prepareKeys(of: KeyRing.samlRequests, .rs256)
    return try services.keys.signingKey(of: KeyRing.samlRequests, algorithm: .rs256)
  }
}
