/// The columns of the CSV of `firebase auth:export`, in order.
enum AccountColumns {
  struct Column: Sendable {
    /// The name in Firebase's documentation.
    var name: String
    /// The kind of its values, for messages.
    var kind = "text"
    /// Sets a value; false for an invalid one.
    var read: @Sendable (inout ExportedAccount, String) -> Bool
  }

  /// The number of columns that Firebase documents.
  static let documented = 26

  static let count = all.count

  static let all: [Column] =
    [
      text("UID") { $0.localId = $1 },
      text("Email") { $0.email = $1 },
      flag("Email Verified") { $0.emailVerified = $1 },
      text("Password Hash") { $0.passwordHash = $1 },
      text("Password Salt") { $0.salt = $1 },
      text("Name") { $0.displayName = $1 },
      text("Photo URL") { $0.photoUrl = $1 },
    ] + provider("Google", "google.com") + provider("Facebook", "facebook.com")
    + provider("Twitter", "twitter.com") + provider("GitHub", "github.com")
    + [
      number("User Creation Time") { $0.createdAt = $1 },
      number("Last Sign-In Time") { $0.lastLoginAt = $1 },
      text("Phone Number") { $0.phoneNumber = $1 },
      flag("Disabled") { $0.disabled = $1 },
      text("Custom Claims") { $0.customAttributes = $1 },
    ] + provider("Apple", "apple.com") + provider("Microsoft", "microsoft.com")
    + provider("LinkedIn", "linkedin.com") + provider("Game Center", "gc.apple.com")
    + provider("Play Games", "playgames.google.com") + provider("Yahoo", "yahoo.com")

  private static func provider(_ name: String, _ id: String) -> [Column] {
    func part(
      _ part: String, _ set: @escaping @Sendable (inout ExportedAccount.Provider, String) -> Void
    ) -> Column {
      text("\(name) \(part)") { account, value in
        var providers = account.providerUserInfo ?? []
        if providers.last?.providerId != id {
          providers.append(ExportedAccount.Provider(providerId: id))
        }
        set(&providers[providers.count - 1], value)
        account.providerUserInfo = providers
      }
    }
    return [
      part("ID") { $0.rawId = $1 }, part("Email") { $0.email = $1 },
      part("Display Name") { $0.displayName = $1 }, part("Photo URL") { $0.photoUrl = $1 },
    ]
  }

  private static func text(
    _ name: String, _ set: @escaping @Sendable (inout ExportedAccount, String) -> Void
  ) -> Column {
    Column(name: name) { account, value in
      set(&account, value)
      return true
    }
  }

  private static func flag(
    _ name: String, _ set: @escaping @Sendable (inout ExportedAccount, Bool) -> Void
  ) -> Column {
    Column(name: name, kind: "Boolean; write true or false") { account, value in
      guard let value = Bool(value.lowercased()) else { return false }
      set(&account, value)
      return true
    }
  }

  private static func number(
    _ name: String, _ set: @escaping @Sendable (inout ExportedAccount, Milliseconds) -> Void
  ) -> Column {
    Column(name: name, kind: "time; write milliseconds since 1970") { account, value in
      guard let value = Int64(value).flatMap(Milliseconds.init(exactly:)) else { return false }
      set(&account, value)
      return true
    }
  }
}
