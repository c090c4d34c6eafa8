/// A body waiting for the writer, with its outcome once it has run.
protocol WriteJob: AnyObject, Sendable {
  /// Whether the body wants a transaction of its own.
  var isBulk: Bool { get }
  /// Runs the body, once at most, and keeps what it returns.
  func run(in connection: Connection) throws
  /// Makes the outcome a failure, in place of what the body returned.
  func fail(_ error: any Error)
  /// Whether the body has run and nothing failed it.
  var hasSucceeded: Bool { get }
  /// Tells the caller the outcome.
  func complete()
}

// Sendable: `outcome` is touched by the writer's thread alone, or by the caller's when the job was
// refused and never queued; the rest is immutable.
final class PendingWrite<T: Sendable>: WriteJob, @unchecked Sendable {
  let isBulk: Bool
  private let body: @Sendable (Connection) throws -> T
  private let completion: @Sendable (Result<T, any Error>) -> Void
  private var outcome: Result<T, any Error>?

  init(
    isBulk: Bool, body: @escaping @Sendable (Connection) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    self.isBulk = isBulk
    self.body = body
    self.completion = completion
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
    guard let outcome else { preconditionFailure("a write is answered before it ran") }
    completion(outcome)
  }
}
