internal import EmuHTTP
internal import EmuModel
internal import EmuStore
internal import Synchronization

extension BatchGet {
  /// The number of users in memory while all users are sent.
  private static let pageSize = 500

  /// Streams all users, page by page, as the client receives them.
  static func stream(_ input: Input, in context: OperationContext) throws -> ResponseStream? {
    guard input.maxResults == -1 else { return nil }
    let position = Mutex(input.nextPageToken.given)
    let omitsEmpty = context.rules.shape == .production
    return .list(kind: BatchGetResponse().kind, "users", omitsEmpty: omitsEmpty) {
      try position.withLock { after in
        let users = try context.services.store.read { reader in
          try reader.users(in: context.scope, after: after, limit: pageSize)
        }
        after = users.last?.uid ?? after
        return users.map(context.listedInfo(of:))
      }
    }
  }
}
