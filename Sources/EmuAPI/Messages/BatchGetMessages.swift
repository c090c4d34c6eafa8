internal import EmuJSON
internal import EmuModel

struct BatchGetResponse: Codable, Sendable {
  var kind = "identitytoolkit#DownloadAccountResponse"
  var users: LazyList<UserInfo>?
  var nextPageToken: String?
}
