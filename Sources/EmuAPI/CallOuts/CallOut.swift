internal import EmuJOSE
internal import EmuModel
internal import EmuOutbound
internal import EmuThread

/// A call that an operation needs to continue: to another server, or to a thread for slow work.
///
/// An operation throws it from its preparation, or from its transaction, which is rolled back
/// (``WriteRun``). The call is made outside, and the same step runs again from the start, with the
/// answer in its context. Answers are kept for the whole request. So a code that was exchanged
/// before the transaction is not exchanged again when the transaction restarts.
struct CallOut: Error {
  /// The identity of a call; each call is made once in a request.
  struct Key: Sendable, Hashable {
    /// The kind of call, such as `beforeCreate`.
    var name: String
    /// The subject of the call: an address, a code, an account. The answer is valid for the whole
    /// request, even if other data change between two runs.
    var subject: String
  }

  /// The response of another server with any status, or the reason for its absence.
  typealias Answer = Result<OutboundResponse, OutboundError>

  typealias Completion = @Sendable (Result<any Sendable, any Error>) -> Void

  let key: Key
  /// Begins the call and returns immediately; the caller may be the writer's thread. The completion
  /// is called once, on any thread.
  let start: @Sendable (@escaping Completion) -> Void

  /// The limit of calls in one request. Only an operation with a different account in each run
  /// could exceed it.
  static let limit = 8
}

extension OperationContext {
  /// - Parameter request: creates the request, off the writer's thread, because that may require a
  ///   signature.
  /// - Throws: `CallOut` if the call is still to be made.
  func answer(
    to key: CallOut.Key, _ request: @escaping @Sendable () throws -> OutboundRequest
  ) throws -> CallOut.Answer {
    try result(of: key) { [services] completion in
      services.workers.resumptions.submit(completion) {
        services.outbound.send(try request()) { completion(.success($0)) }
      }
    }
  }

  /// Returns the result of a computation that takes too long for the server's threads and the
  /// writer's.
  ///
  /// - Throws: `CallOut` if the computation is still to be made.
  func computed<T: Sendable>(
    _ key: CallOut.Key, on pool: WorkerPool, _ work: @escaping @Sendable () throws -> T
  ) throws -> T {
    try result(of: key) { [origin] completion in
      pool.submit(unless: origin.hasDisconnected, completion) { completion(.success(try work())) }
    }
  }

  /// Returns if all keys of an issuer exist.
  ///
  /// - Throws: `CallOut` if keys are missing.
  func prepareKeys(of issuer: String, _ algorithm: JWSAlgorithm) throws {
    services.keys.declare(issuer: issuer, algorithms: [algorithm])
    guard !services.keys.isPrepared(issuer) else { return }
    let _: Void = try result(of: CallOut.Key(name: "keys", subject: issuer)) {
      [services] completion in
      services.keys.prepare(issuer: issuer) { result in completion(result.map { $0 }) }
    }
  }

  /// Returns after a delay, which blocks no thread.
  ///
  /// - Throws: `CallOut` the first time.
  func pause(_ key: CallOut.Key, for duration: Duration) throws {
    let _: Void = try result(of: key) { [workers = services.workers] completion in
      workers.alarms.after(duration) {
        workers.resumptions.submit(completion) { completion(.success(())) }
      }
    }
  }

  private func result<T: Sendable>(
    of key: CallOut.Key, _ start: @escaping @Sendable (@escaping CallOut.Completion) -> Void
  ) throws -> T {
    guard let result = runs[key] as? T else { throw CallOut(key: key, start: start) }
    return result
  }
}

extension WorkerPool {
  /// Queues work; the completion receives its error, or the pool's refusal.
  fileprivate func submit(
    unless hasDisconnected: @escaping @Sendable () -> Bool = { false },
    _ completion: @escaping CallOut.Completion, _ work: @escaping @Sendable () throws -> Void
  ) {
    submit(unless: hasDisconnected) {
      do { try work() } catch { completion(.failure(error)) }
    } refused: { refusal in
      completion(.failure(refusal))
    }
  }
}
