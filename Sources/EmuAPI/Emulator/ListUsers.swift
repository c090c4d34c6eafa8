internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET /emulator/v1/projects/{project}/users`: a page of all users, or of those that match a text.
enum ListUsers: ReadOperation {
  struct Input: Decodable, Sendable {
    /// A part of uid, address, number or name, or a complete provider id.
    var search: String?
    /// Returns only this user.
    var localId: String?
    var pageToken: String?
    var limit: Int?
    /// `true`: the response has the number of all users, which takes long for many users.
    var count: String?
  }

  private static let usualLimit = 50
  /// A page of usual users stays below 200 KB.
  private static let mostUsers = 100

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> UserPage {
    let limit = input.limit ?? usualLimit
    guard (1...mostUsers).contains(limit) else { throw APIError.invalidPageSelection }
    var page: UserPage
    if let uid = ProfileInput.given(input.localId) {
      guard let user = try store.user(uid: uid, in: context.scope) else {
        throw APIError.userNotFound
      }
      page = UserPage(users: [context.info(of: user)])
    } else {
      let found = try store.foundUsers(
        in: context.scope, with: text(of: input), before: try position(input.pageToken),
        limit: limit)
      page = UserPage(users: found.users.map(context.info(of:)))
      page.nextPageToken = found.next.map { String($0) }
    }
    if input.count == "true" { page.count = try store.userCount(in: context.scope) }
    return page
  }

  /// Returns the search text. An unescaped plus of a number arrives as a space.
  private static func text(of input: Input) -> String? {
    ProfileInput.given(input.search).map { text in
      text.hasPrefix(" ") ? "+" + text.dropFirst() : text
    }
  }

  private static func position(_ token: String?) throws(APIError) -> Int64? {
    guard let token = ProfileInput.given(token) else { return nil }
    guard let position = Int64(token), position > 0 else { throw .invalidPageSelection }
    return position
  }
}
