internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import Synchronization

extension BatchGet {
  /// The number of users in memory while all users are sent.
  private static let pageSize = 500

  private struct Progress {
    var after: String?
    var hasBegun = false
    var isOver = false
  }

  /// Streams all users, page by page, as the client receives them.
  static func stream(_ input: Input, in context: OperationContext) throws -> ResponseStream? {
    guard input.maxResults == -1 else { return nil }
    let progress = Mutex(Progress(after: input.nextPageToken.given))
    return ResponseStream(pulling: {
      progress.withLock { progress in
        guard !progress.isOver else { return .end }
        do { return .bytes(try next(&progress, in: context)) } catch { return .abort }
      }
    })
  }

  private static func next(
    _ progress: inout Progress, in context: OperationContext
  ) throws -> [UInt8] {
    let after = progress.after
    let users = try context.services.store.read { reader in
      try reader.users(in: context.scope, after: after, limit: pageSize)
    }
    var text: [UInt8] = []
    if !progress.hasBegun {
      text += #"{"kind":"identitytoolkit#DownloadAccountResponse","users":["#.utf8
    }
    for (index, user) in users.enumerated() {
      if progress.hasBegun || index > 0 { text.append(UInt8(ascii: ",")) }
      text += try JSONEncoding.encode(context.listedInfo(of: user))
    }
    progress.hasBegun = true
    progress.after = users.last?.uid
    if users.count < pageSize {
      progress.isOver = true
      text += "]}".utf8
    }
    return text
  }
}
