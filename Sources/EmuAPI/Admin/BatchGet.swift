internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import Synchronization

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
    // The token is the last uid of the previous page, whose user may have been deleted since. Any
    // text is a token: the Node SDK's suite creates its own.
    let after = input.nextPageToken.given
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

extension BatchGet {
  /// The number of users in memory while all users are sent.
  private static let pageSize = 500

  /// Streams all users, page by page, as the client receives them.
  static func stream(_ input: Input, in context: OperationContext) throws -> ResponseStream? {
    guard input.maxResults == -1 else { return nil }
    let kind = #"{"kind":"\#(BatchGetResponse().kind)""#
    let empty = kind + (context.rules.shape == .production ? "}" : #","users":[]}"#)
    // The last user that was sent, and the text before the next one; nil after the last.
    let state = Mutex((after: input.nextPageToken.given, before: kind + #","users":["# as String?))
    return ResponseStream(pulling: {
      try state.withLock { state in
        guard let start = state.before else { return nil }
        let after = state.after
        let users = try context.services.store.read { reader in
          try reader.users(in: context.scope, after: after, limit: pageSize)
        }
        guard let last = users.last else {
          state.before = nil
          return Array((start == "," ? "]}" : empty).utf8)
        }
        state = (last.uid, ",")
        var text: [UInt8] = []
        for (index, user) in users.enumerated() {
          text += (index == 0 ? start : ",").utf8
          text += try JSONEncoding.encode(context.listedInfo(of: user))
        }
        return text
      }
    })
  }
}
