/// A provider's data about a person, in one shape for all providers.
package struct IdpProfile: Sendable, Hashable, Codable {
  package var providerID: String
  package var rawID: String
  /// The id in the form of the `signInWithIdp` response.
  package var federatedID: String
  /// In lower case.
  package var email: String?
  /// The token's `email_verified` claim.
  package var emailVerified: Bool
  package var displayName: String?
  package var fullName: String?
  package var firstName: String?
  package var lastName: String?
  package var photoURL: String?
  package var screenName: String?
  package var language: String?
  /// True when the name was sent with the token, as Apple does at the first sign-in only.
  package var sharesName = false
  /// The provider's response as JSON text.
  package var rawUserInfo: String
  /// `firebase.sign_in_attributes`, as JSON text.
  package var signInAttributes: String?

  package var texts: UserTexts {
    UserTexts(displayName: displayName, photoURL: photoURL, screenName: screenName)
  }

  package var link: ProviderLink {
    ProviderLink(
      providerID: providerID, rawID: rawID, email: email, displayName: displayName,
      photoURL: photoURL, screenName: screenName)
  }
}

extension IdpProfile {
  package init(
    providerID: String, rawID: String, federatedID: String, email: String? = nil,
    emailVerified: Bool = false, displayName: String? = nil, fullName: String? = nil,
    firstName: String? = nil, lastName: String? = nil, photoURL: String? = nil,
    screenName: String? = nil, language: String? = nil, rawUserInfo: String = "{}"
  ) {
    self.init(
      providerID: providerID, rawID: rawID, federatedID: federatedID, email: email,
      emailVerified: emailVerified, displayName: displayName, fullName: fullName,
      firstName: firstName, lastName: lastName, photoURL: photoURL, screenName: screenName,
      language: language, rawUserInfo: rawUserInfo, signInAttributes: nil)
  }
}
