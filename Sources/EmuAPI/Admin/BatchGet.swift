internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `accounts:batchGet`: a page of accounts in the order of their ids.
enum BatchGet: ReadOperation {
  struct Input: Decodable, Sendable {
    /// -1 returns all users as a stream, for the official emulator's exporter.
    var maxResults: Int32?
    var nextPageToken: String?
    // Published fields, accepted and not used.
    var delegatedProjectNumber: Int64?
    var tenantId: String?
    var targetProjectId: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> BatchGetResponse {
    let requested = Int(input.maxResults ?? 20)
    guard requested >= 0 else { throw APIError.invalidPageSelection }
    // 0 to 1,000, as on the official emulator and in production.
    let limit = min(requested, 1000)
    // The token is the last uid of the previous page: the Node SDK's suite creates its own. In
    // production another text leads to an empty page.
    let after = input.nextPageToken.given
    if !context.rules.startsPagesAnywhere, let after,
      try store.user(uid: after, in: context.scope) == nil
    {
      return BatchGetResponse()
    }
    // One extra user indicates a next page, without a count.
    var users = try store.users(in: context.scope, after: after, limit: limit + 1)
    var response = BatchGetResponse()
    let hasMore = users.count > limit
    if hasMore { users.removeLast() }
    if hasMore || (context.rules.givesTokenWithFullPage && users.count == limit) {
      response.nextPageToken = users.last?.uid
    }
    response.users = LazyList(users, context.listedInfo(of:))
    return response
  }
}
