/// How a body is run.
enum WriteKind: Sendable {
  /// In a transaction that it shares with others.
  case shared
  /// In a transaction of its own, so that no other waits for its commit: a part of a long change.
  case part
  /// In a transaction of its own, with a copy to read from where there is one.
  case bulk(attaching: DatabaseCopy?, cache: Connection.CacheSize)
  /// Outside any transaction: it replaces the whole content in one of SQLite's own.
  case replacing
}

/// A body waiting for the writer, with its outcome once it has run.
protocol WriteJob: AnyObject, Sendable {
  var kind: WriteKind { get }
  /// Runs the body, once at most, and keeps what it returns.
  func run(in connection: Connection) throws
  /// Makes the outcome a failure, in place of what the body returned.
  func fail(_ error: any Error)
  /// Whether the body has run and nothing failed it.
  var hasSucceeded: Bool { get }
  /// Hands the caller the outcome.
  func complete()
}

/// A body with what follows it.
///
/// No type parameter: its code would look up the types that it is used with while each request waits.
// Sendable: `outcome` is touched by the writer's thread alone, or by the caller's when the job was
// refused and never queued; the rest is immutable.
final class PendingWrite: WriteJob, @unchecked Sendable {
  private enum Outcome {
    case success(Database.AfterCommit)
    case failure(any Error)
  }

  let kind: WriteKind
  private let body: @Sendable (Connection) throws -> Database.AfterCommit
  private let failure: @Sendable (any Error) -> Void
  private var outcome: Outcome?

  init(
    _ kind: WriteKind, body: @escaping @Sendable (Connection) throws -> Database.AfterCommit,
    failure: @escaping @Sendable (any Error) -> Void
  ) {
    self.kind = kind
    self.body = body
    self.failure = failure
  }

  convenience init<T: Sendable>(
    _ kind: WriteKind, body: @escaping @Sendable (Connection) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    self.init(kind) { connection in
      let value = try body(connection)
      return { completion(.success(value)) }
    } failure: { error in
      completion(.failure(error))
    }
  }

  func run(in connection: Connection) throws {
    precondition(outcome == nil, "a body ran twice")
    outcome = .success(try body(connection))
  }

  func fail(_ error: any Error) {
    outcome = .failure(error)
  }

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
