internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// A SAML response in the JSON form that the official emulator takes.
///
/// Shape: `{"assertion":{"subject":{"nameId":"…"},"attributeStatements":{…}}}`.
enum SAMLAssertion {
  /// - Throws: `INVALID_IDP_RESPONSE`.
  static func credential(
    _ text: String, provider: any IdentityProvider
  ) throws(APIError) -> IdpCredential {
    guard let assertion = try? JSON(parsing: text)["assertion"] else {
      throw .invalidIdpResponse("Unable to parse the SAMLResponse: it must be a JSON assertion.")
    }
    guard let nameID = assertion["subject"]?["nameId"]?.string, !nameID.isEmpty,
      nameID.utf8.count <= AccountLimits.rawID
    else {
      throw .invalidIdpResponse("SAMLResponse assertion.subject.nameId must be a text.")
    }
    let attributes = JSON.object(assertion["attributeStatements"]?.object ?? JSONObject())
    var profile = IdpProfile(
      providerID: provider.id, rawID: nameID, federatedID: nameID,
      rawUserInfo: attributes.serialized(), signInAttributes: attributes.serialized())
    if EmailAddress.isPlausible(nameID) {
      profile.email = EmailAddress.canonical(nameID)
      profile.emailVerified = true
    }
    var credential = IdpCredential(profile: profile)
    credential.isSingleUse = true
    return credential
  }
}
