internal import EmuModel

/// `GET /emulator/v1/projects/{project}/users`: response.
struct UserPage: Codable, Sendable {
  /// The newest first; users whose identifiers begin with the text of a search come before all
  /// others.
  var users: [UserInfo]
  /// Absent on the last page; a page may be empty before.
  var nextPageToken: String?
  /// The total number of users, if the request requires it.
  var count: Int?
}
