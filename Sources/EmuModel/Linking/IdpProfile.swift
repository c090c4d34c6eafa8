/// What a provider says about a person, brought into one shape.
package struct IdpProfile: Sendable, Hashable, Codable {
  package var providerID: String
  package var rawID: String
  /// The id in the form that `signInWithIdp` answers.
  package var federatedID: String
  /// In lower case.
  package var email: String?
  /// What the provider's token claims of the address.
  package var emailVerified: Bool
  package var displayName: String?
  package var fullName: String?
  package var firstName: String?
  package var lastName: String?
  package var photoURL: String?
  package var screenName: String?
  package var language: String?
  /// Whether the name came beside the token, as Apple shares it once and never again.
  package var sharesName = false
  /// The provider's answer as JSON text.
  package var rawUserInfo: String
  /// What goes to `firebase.sign_in_attributes`, as JSON text.
  package var signInAttributes: String?

  package init(
    providerID: String, rawID: String, federatedID: String, email: String? = nil,
    emailVerified: Bool = false, displayName: String? = nil, fullName: String? = nil,
    firstName: String? = nil, lastName: String? = nil, photoURL: String? = nil,
    screenName: String? = nil, language: String? = nil, rawUserInfo: String = "{}",
    signInAttributes: String? = nil
  ) {
    self.providerID = providerID
    self.rawID = rawID
    self.federatedID = federatedID
    self.email = email
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.fullName = fullName
    self.firstName = firstName
    self.lastName = lastName
    self.photoURL = photoURL
    self.screenName = screenName
    self.language = language
    self.rawUserInfo = rawUserInfo
    self.signInAttributes = signInAttributes
  }

  /// The profile as the user's link keeps it.
  package var link: ProviderLink {
    ProviderLink(
      providerID: providerID, rawID: rawID, email: email, displayName: displayName,
      photoURL: photoURL, screenName: screenName)
  }
}
