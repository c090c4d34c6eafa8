internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuSAML
internal import EmuThread

/// Reads a signed `SAMLResponse`, which is verified in every profile.
///
/// The certificates are those of the project, and the keys of the emulator's own identity provider. A
/// thread for slow work reads the message.
struct SAMLReader {
  let context: OperationContext
  let form: IdpForm
  let provider: any IdentityProvider

  /// - Throws: `INVALID_IDP_RESPONSE` with production's texts; 501 where the library is missing;
  ///   `CallOut` while the message is still to be read.
  func read(_ message: String) throws -> PresentedCredential {
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
    return .token(
      IdpCredential(profile: profile(of: response.assertion), isSingleUse: true),
      NoncePresentation(
        digest: Digest.sha256.hex("\(response.assertion.issuer)\n\(response.assertion.id)"),
        expiresAt: response.assertion.notOnOrAfter ?? context.now + .seconds(3600)))
  }

  /// The address that received the response.
  private var callbackURL: String { form.session?.callbackURL ?? form.redirectURI }

  private func profile(of assertion: SAMLResponse.Assertion) -> IdpProfile {
    var profile = IdpProfile(
      providerID: provider.id, rawID: assertion.nameID,
      federatedID: "\(provider.id)/\(assertion.nameID)")
    profile.add(
      nameID: assertion.nameID,
      attributes: assertion.attributes.isEmpty ? nil : assertion.attributes)
    return profile
  }
}
