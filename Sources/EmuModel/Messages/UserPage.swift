/// `GET /emulator/v1/projects/{project}/users`: response.
package struct UserPage: Codable, Sendable {
  /// The newest first; users whose identifiers begin with the text of a search come before all
  /// others.
  package var users: [UserInfo]
  /// Absent on the last page; a page may be empty before.
  package var nextPageToken: String?
  /// The total number of users, if the request requires it.
  package var count: Int?

  package init(users: [UserInfo]) { self.users = users }
}
