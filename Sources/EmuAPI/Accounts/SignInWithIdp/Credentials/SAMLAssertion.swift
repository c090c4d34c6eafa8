internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// A SAML response in the official emulator's JSON form.
///
/// Format: `{"assertion":{"subject":{"nameId":"…"},"attributeStatements":{…}}}`.
enum SAMLAssertion {
  /// - Parameter claimed: the profile of a token beside the assertion. If present, its subject is
  ///   the identity; otherwise the name identifier is.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE`.
  static func profile(
    _ text: String, over claimed: IdpProfile?, provider: any IdentityProvider
  ) throws(APIError) -> IdpProfile {
    guard let assertion = try? JSON(parsing: text)["assertion"] else {
      throw .invalidIdpResponse("Unable to parse the SAMLResponse: it must be a JSON assertion.")
    }
    guard let nameID = assertion["subject"]?["nameId"]?.string, !nameID.isEmpty,
      AccountLimits.fits(nameID, AccountLimits.rawID)
    else {
      throw .invalidIdpResponse("SAMLResponse assertion.subject.nameId must be a text.")
    }
    var profile =
      claimed
      ?? IdpProfile(
        providerID: provider.id, rawID: nameID, federatedID: provider.federatedID(rawID: nameID))
    let attributes = assertion["attributeStatements"]?.object.map { JSON.object($0).serialized() }
    profile.rawUserInfo = attributes ?? "{}"
    profile.signInAttributes = attributes
    if EmailAddress.isPlausible(nameID) { profile.email = EmailAddress.canonical(nameID) }
    profile.emailVerified = profile.email != nil
    return profile
  }
}
