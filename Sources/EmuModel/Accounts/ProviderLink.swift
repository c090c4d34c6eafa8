/// A provider's identity joined to a user: one `providerUserInfo` entry of a federated provider.
///
/// Password and phone are properties of the user itself and never stored as links. Seeds write this
/// type.
package struct ProviderLink: Codable, Sendable, Hashable {
  package var providerID: String
  /// The provider's id of the person; unique per project, tenant and provider.
  package var rawID: String
  package var email: String?
  package var displayName: String?
  package var photoURL: String?
  package var screenName: String?

  private enum CodingKeys: String, CodingKey {
    case providerID = "providerId"
    case rawID = "rawId"
    case email, displayName
    case photoURL = "photoUrl"
    case screenName
  }

  package init(
    providerID: String, rawID: String, email: String? = nil, displayName: String? = nil,
    photoURL: String? = nil, screenName: String? = nil
  ) {
    self.providerID = providerID
    self.rawID = rawID
    self.email = email
    self.displayName = displayName
    self.photoURL = photoURL
    self.screenName = screenName
  }
}
