/// A column of the CSV of `firebase auth:export`, and the member of its JSON with the same value.
package struct AccountColumn: Sendable {
  package enum Kind: Sendable {
    case text
    case flag
    /// Milliseconds since the epoch.
    case time
  }

  /// The name in Firebase's documentation.
  package let name: String
  /// The member of the user, or of the provider's entry in `providerUserInfo`.
  package let member: String
  package var kind = Kind.text
  package var provider: String?
}

extension AccountColumn {
  package static let all: [AccountColumn] =
    [
      AccountColumn(name: "UID", member: "localId"),
      AccountColumn(name: "Email", member: "email"),
      AccountColumn(name: "Email Verified", member: "emailVerified", kind: .flag),
      AccountColumn(name: "Password Hash", member: "passwordHash"),
      AccountColumn(name: "Password Salt", member: "salt"),
      AccountColumn(name: "Name", member: "displayName"),
      AccountColumn(name: "Photo URL", member: "photoUrl"),
    ] + of("Google", "google.com") + of("Facebook", "facebook.com")
    + of("Twitter", "twitter.com") + of("GitHub", "github.com")
    + [
      AccountColumn(name: "User Creation Time", member: "createdAt", kind: .time),
      AccountColumn(name: "Last Sign-In Time", member: "lastSignedInAt", kind: .time),
      AccountColumn(name: "Phone Number", member: "phoneNumber"),
      AccountColumn(name: "Disabled", member: "disabled", kind: .flag),
      AccountColumn(name: "Custom Claims", member: "customAttributes"),
    ] + of("Apple", "apple.com") + of("Microsoft", "microsoft.com")
    + of("LinkedIn", "linkedin.com") + of("Game Center", "gc.apple.com")
    + of("Play Games", "playgames.google.com") + of("Yahoo", "yahoo.com")

  /// The number of columns that Firebase documents.
  package static let documented = 26

  /// The numbers of columns that versions of the Firebase CLI read.
  package static let counts = [28, all.count]

  private static func of(_ name: String, _ provider: String) -> [AccountColumn] {
    let members = [
      ("ID", "rawId"), ("Email", "email"), ("Display Name", "displayName"),
      ("Photo URL", "photoUrl"),
    ]
    return members.map { title, member in
      AccountColumn(name: "\(name) \(title)", member: member, provider: provider)
    }
  }
}
