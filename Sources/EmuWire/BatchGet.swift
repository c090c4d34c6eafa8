/// `accounts:batchGet`: answer.
package struct BatchGetResponse: Codable, Sendable {
  package var kind: String
  package var users: [UserInfo]?
  package var nextPageToken: String?

  package init(kind: String) {
    self.kind = kind
  }
}
