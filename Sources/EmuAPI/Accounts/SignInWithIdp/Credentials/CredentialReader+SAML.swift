internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuSAML
internal import EmuThread

extension CredentialReader {
  /// Reads a signed `SAMLResponse`, which is verified in every profile.
  ///
  /// The certificates are those of the project, and the keys of the emulator's own identity provider.
  /// A thread for slow work reads the message.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE` with production's texts; 501 where the library is missing;
  ///   `CallOut` while the message is still to be read.
  func signedAssertion(_ message: String) throws -> PresentedCredential {
    let callbackURL = form.session?.callbackURL ?? form.redirectURI
    let parties = SAMLParties(of: provider.id, in: context.project, baseURL: context.baseURL)
    let own = context.services.keys.existingKeys(of: provider.id).map {
      $0.privateKey.publicKey.pemRepresentation
    }
    let reading = try context.computed(
      CallOut.Key(name: "saml", subject: provider.id), on: context.services.workers.messages
    ) {
      let configured = SAMLParties.keys(of: parties.certificates)
      return Result { () throws(SAMLProblem) in try SAMLResponse(message, keys: configured + own) }
    }
    let response: SAMLResponse
    do throws(SAMLProblem) {
      response = try reading.get()
      try response.check(
        parties, callbackURL: callbackURL, requestID: form.session?.requestID, now: context.now)
    } catch {
      context.explain(.saml, .refused, Reason(error.reason))
      throw error.isMissingLibrary
        ? APIError.notImplemented(error.detail) : APIError.invalidIdpResponse(error.detail)
    }
    try context.check(
      .sessionBinding, form.session != nil,
      reason:
        "the response came without the RelayState of createAuthUri, so its request is unknown",
      otherwise: .invalidIdpResponse(SAMLResponse.unsolicited))
    context.explain(.saml, .allowed, "the signature of the assertion is valid")
    // Production does not compare it, though the standard requires that (SAML Profiles §4.1.4.3).
    if let recipient = response.assertion.confirmation.recipient, recipient != callbackURL {
      context.explain(
        .saml, .warned,
        "the Recipient \(recipient.prefix(256)) is another address; production accepts it as well")
    }
    let assertion = response.assertion
    var profile = IdpProfile(
      providerID: provider.id, rawID: assertion.nameID,
      federatedID: "\(provider.id)/\(assertion.nameID)")
    profile.add(
      nameID: assertion.nameID,
      attributes: assertion.attributes.isEmpty ? nil : assertion.attributes)
    return .token(
      IdpCredential(profile: profile, isSingleUse: true),
      NoncePresentation(
        digest: Digest.sha256.hex("\(assertion.issuer)\n\(assertion.id)"),
        expiresAt: assertion.notOnOrAfter ?? context.now + .seconds(3600)))
  }

  /// Reads a SAML response in the official emulator's JSON form. The subject of a token beside it is
  /// the identity; otherwise the name identifier is.
  ///
  /// Format: `{"assertion":{"subject":{"nameId":"…"},"attributeStatements":{…}}}`.
  func assertion(_ response: String) throws -> IdpCredential {
    var claimed: IdpProfile?
    if let idToken = form.idToken {
      claimed = try profile(of: try verifier.verify(idToken))
    } else {
      try verifier.checkForeign(
        .invalidIdpResponse("Unable to verify the SAML response."), namesPerson: true)
    }
    guard let assertion = try? JSON(parsing: response)["assertion"] else {
      throw APIError.invalidIdpResponse(
        "Unable to parse the SAMLResponse: it must be a JSON assertion.")
    }
    guard let nameID = assertion["subject"]?["nameId"]?.string, !nameID.isEmpty,
      AccountLimits.fits(nameID, AccountLimits.rawID)
    else {
      throw APIError.invalidIdpResponse("SAMLResponse assertion.subject.nameId must be a text.")
    }
    var profile =
      claimed
      ?? IdpProfile(
        providerID: provider.id, rawID: nameID, federatedID: provider.federatedID(rawID: nameID))
    profile.add(nameID: nameID, attributes: assertion["attributeStatements"]?.object)
    return IdpCredential(
      profile: profile, idToken: form.idToken, accessToken: form.accessToken ?? fakeAccessToken,
      isSingleUse: true)
  }
}

extension IdpProfile {
  /// Adds the values of an assertion. A name identifier that is an address is a verified one.
  mutating func add(nameID: String, attributes: JSONObject?) {
    signInAttributes = attributes.map { JSON.object($0).serialized() }
    rawUserInfo = signInAttributes ?? "{}"
    if EmailAddress.isPlausible(nameID) { email = EmailAddress.canonical(nameID) }
    emailVerified = email != nil
  }
}
