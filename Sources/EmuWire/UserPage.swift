package import EmuJSON

/// `GET /emulator/v1/projects/{project}/users`: answer.
package struct UserPage: JSONRecord, Sendable {
  /// The newest first, but for those whose identifiers begin with the text of a search.
  package var users: [UserInfo]
  /// Absent on the last page; a page may be empty before.
  package var nextPageToken: String?
  /// How many users there are in all, where the request asks for it.
  package var count: Int?

  package init(users: [UserInfo]) { self.users = users }

  package init() {
    users = []
  }

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("users", &users)
    try member("nextPageToken", &nextPageToken)
    try member("count", &count)
  }
}
