internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET /emulator/v1/projects/{project}/users`: a page of users, all or those that a text finds.
enum ListUsers: ReadOperation {
  struct Input: Decodable, Sendable {
    /// A part of uid, address, number or name, or the whole of a provider's id.
    var search: String?
    /// One user alone.
    var localId: String?
    var pageToken: String?
    var limit: Int?
    /// `true`: the answer has the number of all users, which takes long where there are many.
    var count: String?
  }

  private static let usualLimit = 50
  /// So that no page has more than 200 KB of usual users.
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

  /// A plus of a number or an address that was not escaped arrives as a space.
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
