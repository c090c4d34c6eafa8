/// The transaction in which a body runs.
package enum WriteKind: Sendable {
  case shared
  /// In its own transaction, after the earlier writes are committed: a part of a long change. It ends
  /// early while ``Database/hasWaitingWrites``, and queues the remainder as the next part.
  case part
  /// In its own transaction while other writes wait: a long change. Afterwards the log is emptied
  /// into the file. A load only appends rows, and needs little cache.
  case bulk(cache: Connection.CacheSize = .bulk, reading: DatabaseCopy? = nil)
  /// Outside any transaction: it replaces the complete content in one of SQLite's own.
  case replacing
}

/// A body waiting for the writer, with its outcome once it has run and the action after it.
///
/// No type parameter: generic code would look up its types while each request waits.
// Sendable: only the writer's thread uses `outcome`, or the caller's when the job was rejected and
// never queued; the rest is immutable.
final class WriteJob: @unchecked Sendable {
  let kind: WriteKind
  private let body: @Sendable (Connection) throws -> Database.AfterCommit
  private let failure: @Sendable (any Error) -> Void
  private var outcome: Result<Database.AfterCommit, any Error>?

  init(
    _ kind: WriteKind, body: @escaping @Sendable (Connection) throws -> Database.AfterCommit,
    failure: @escaping @Sendable (any Error) -> Void
  ) {
    self.kind = kind
    self.body = body
    self.failure = failure
  }

  /// Runs the body, once at most, and keeps its result.
  func run(in connection: Connection) throws {
    precondition(outcome == nil, "a body ran twice")
    outcome = .success(try body(connection))
  }

  func fail(_ error: any Error) {
    outcome = .failure(error)
  }

  /// True when the body has run without a failure.
  var hasSucceeded: Bool {
    if case .success = outcome { true } else { false }
  }

  func complete() {
    switch outcome {
    case .success(let afterCommit): afterCommit()
    case .failure(let error): failure(error)
    case nil: preconditionFailure("a write is answered before it ran")
    }
  }
}
