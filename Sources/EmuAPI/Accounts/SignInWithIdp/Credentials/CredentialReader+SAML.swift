internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

extension CredentialReader {
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
