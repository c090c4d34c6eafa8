@testable import EmuModel

enum Linking {
  static let address = "ann@example.com"

  static func user(
    _ uid: String, email: String? = nil, verified: Bool = false, password: Bool = false,
    phone: String? = nil, links: [ProviderLink] = []
  ) -> User {
    var user = User(uid: uid, createdAt: Timestamp(seconds: 1_800_000_000))
    user.email = email
    user.emailVerified = verified
    user.phoneNumber = phone
    if password { user.password = .clear("secret", salt: "salt", at: user.createdAt) }
    for link in links { user.upsert(link) }
    return user
  }

  static func link(_ provider: String, _ rawID: String) -> ProviderLink {
    ProviderLink(providerID: provider, rawID: rawID)
  }

  static func profile(
    _ provider: String = "google.com", _ rawID: String = "g1", email: String? = address,
    verified: Bool = true
  ) -> IdpProfile {
    IdpProfile(
      providerID: provider, rawID: rawID, federatedID: rawID, email: email, emailVerified: verified)
  }
}
