package import EmuJSON

/// `accounts:batchGet`: response.
package struct BatchGetResponse: JSONRecord, Sendable {
  package var kind: String
  package var users: LazyRecords<UserInfo>?
  package var nextPageToken: String?

  package init(kind: String) {
    self.kind = kind
  }

  package init() {
    kind = ""
  }

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("kind", &kind)
    try member("users", &users)
    try member("nextPageToken", &nextPageToken)
  }
}
