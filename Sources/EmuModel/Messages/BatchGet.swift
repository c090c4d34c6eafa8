package import EmuJSON

/// `accounts:batchGet`: response.
package struct BatchGetResponse: Codable, Sendable {
  package var kind: String
  package var users: LazyList<UserInfo>?
  package var nextPageToken: String?

  package init(kind: String) {
    self.kind = kind
  }
}
