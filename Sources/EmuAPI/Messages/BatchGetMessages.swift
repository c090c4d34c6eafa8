internal import EmuJSON
internal import EmuModel

/// `accounts:batchGet`: response.
struct BatchGetResponse: Codable, Sendable {
  var kind: String
  var users: LazyList<UserInfo>?
  var nextPageToken: String?
}
