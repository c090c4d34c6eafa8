/// The texts of a user that have a limit and no other format.
///
/// The stored user, the API, seeds and files of exports contain this type. A new text is a
/// property, its name and a row of ``fields`` here, and a migration that adds its column.
package struct UserTexts: Codable, Sendable, Hashable {
  package var displayName: String?
  package var photoURL: String?
  package var screenName: String?

  /// The names in every form.
  package enum CodingKeys: String, CodingKey {
    case displayName
    case photoURL = "photoUrl"
    case screenName
  }

  package struct Field: Sendable {
    package let name: String
    /// The column of the table of users.
    package let column: String
    package let path: any WritableKeyPath<UserTexts, String?> & Sendable
    /// The longest text, in characters.
    package let limit: Int

    fileprivate init(
      _ key: CodingKeys, column: String, _ path: any WritableKeyPath<UserTexts, String?> & Sendable,
      limit: Int
    ) {
      (name, self.column, self.path, self.limit) = (key.stringValue, column, path, limit)
    }
  }

  package static let fields = [
    Field(.displayName, column: "display_name", \.displayName, limit: AccountLimits.displayName),
    Field(.photoURL, column: "photo_url", \.photoURL, limit: AccountLimits.photoURL),
    Field(.screenName, column: "screen_name", \.screenName, limit: AccountLimits.displayName),
  ]

  package init(displayName: String? = nil, photoURL: String? = nil, screenName: String? = nil) {
    self.displayName = displayName
    self.photoURL = photoURL
    self.screenName = screenName
  }

  /// Replaces the texts that another value has.
  package mutating func merge(_ other: UserTexts) {
    for field in Self.fields {
      if let text = other[keyPath: field.path] { self[keyPath: field.path] = text }
    }
  }
}
