internal import EmuJSON
internal import EmuModel

struct BatchGetResponse: Codable, Sendable {
  var kind: String
  var users: LazyList<UserInfo>?
  var nextPageToken: String?
}
