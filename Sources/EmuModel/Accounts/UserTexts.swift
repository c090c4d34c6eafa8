/// The texts of a user that have a limit and no other format.
///
/// The stored user, the API, seeds and files of exports contain this type. A new text is a
/// property, its name and a row of ``fields`` here, and a migration that adds its column.
package struct UserTexts: Codable, Sendable, Hashable {
  package var displayName: String?
  package var photoURL: String?
  package var screenName: String?

  package enum CodingKeys: String, CodingKey {
    case displayName
    case photoURL = "photoUrl"
    case screenName
  }

  package struct Field: Sendable {
    package let name: String
    package let column: String
    /// The longest text, in characters.
    package let limit: Int
    // A key path would be read by its description, which takes some 400 instructions.
    fileprivate let get: @Sendable (UserTexts) -> String?
    fileprivate let set: @Sendable (inout UserTexts, String?) -> Void
  }

  package static let fields = [
    Field(
      name: CodingKeys.displayName.rawValue, column: "display_name",
      limit: AccountLimits.displayName, get: { $0.displayName }, set: { $0.displayName = $1 }),
    Field(
      name: CodingKeys.photoURL.rawValue, column: "photo_url", limit: AccountLimits.photoURL,
      get: { $0.photoURL }, set: { $0.photoURL = $1 }),
    Field(
      name: CodingKeys.screenName.rawValue, column: "screen_name",
      limit: AccountLimits.displayName, get: { $0.screenName }, set: { $0.screenName = $1 }),
  ]

  package subscript(field: Field) -> String? {
    get { field.get(self) }
    set { field.set(&self, newValue) }
  }

  package mutating func merge(_ other: UserTexts) {
    for field in Self.fields {
      if let text = other[field] { self[field] = text }
    }
  }
}
