internal import EmuJOSE
internal import EmuModel
internal import EmuOutbound
internal import EmuThread

/// A call that an operation needs to continue: to another server, or to a thread for slow work.
///
/// An operation throws it from its preparation, or from its transaction, which is rolled back
/// (``WriteRun``). The call is made outside, and the same step runs again from the start, with the
/// answer in its context. Answers are kept for the whole request. So a code that
/// was exchanged before the transaction is not exchanged again when the transaction restarts.
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

  enum Outcome: Sendable {
    case answered(Answer)
    case computed(any Sendable)
    /// The pause is over.
    case passed
  }

  enum Means: Sendable {
    /// Sends a request. It is created off the writer's thread, because that may require a
    /// signature.
    case request(@Sendable () throws -> OutboundRequest)
    /// Waits for the configured delay of a local issuer.
    case pause(Duration)
    /// Computes for too long for the server's threads and the writer's.
    case work(on: WorkerPool, @Sendable () throws -> any Sendable)
    case keys(issuer: String)
  }

  var key: Key
  var means: Means

  /// The limit of calls in one request. Only an operation with a different account in each run
  /// could exceed it.
  static let limit = 8
}

extension OperationContext {
  /// - Throws: `CallOut` if the call is still to be made.
  func answer(
    to key: CallOut.Key, _ request: @escaping @Sendable () throws -> OutboundRequest
  ) throws -> CallOut.Answer {
    guard case .answered(let answer)? = answers[key] else {
      throw CallOut(key: key, means: .request(request))
    }
    return answer
  }

  /// Returns the result of a slow computation.
  ///
  /// - Throws: `CallOut` if the computation is still to be made.
  func computed<T: Sendable>(
    _ key: CallOut.Key, on pool: WorkerPool, _ work: @escaping @Sendable () throws -> T
  ) throws -> T {
    guard case .computed(let outcome as T)? = answers[key] else {
      throw CallOut(key: key, means: .work(on: pool, work))
    }
    return outcome
  }

  /// Returns if all declared keys of an issuer exist.
  ///
  /// - Throws: `CallOut` if keys are missing.
  func prepareKeys(of issuer: String) throws {
    let key = CallOut.Key(name: "keys", subject: issuer)
    guard answers[key] == nil, !services.keys.isPrepared(issuer) else { return }
    throw CallOut(key: key, means: .keys(issuer: issuer))
  }

  /// Returns after a delay, which blocks no thread.
  ///
  /// - Throws: `CallOut` the first time.
  func pause(_ key: CallOut.Key, for duration: Duration) throws {
    guard answers[key] == nil else { return }
    throw CallOut(key: key, means: .pause(duration))
  }

  /// Makes a call, and passes the context with the answer to the completion: once, on any thread.
  ///
  /// - Parameter decisions: the number of decisions from before this run. The next run records its
  ///   decisions again.
  func make(
    _ callOut: CallOut, keeping decisions: Int,
    _ completion: @escaping @Sendable (Result<OperationContext, any Error>) -> Void
  ) {
    guard answers.count < CallOut.limit else {
      let refusal = APIError.unavailable(
        "This request has asked \(CallOut.limit) times, \(callOut.key.name) last, and came upon "
          + "another account each time. Try again.")
      return completion(.failure(refusal))
    }
    @Sendable func resume(_ outcome: CallOut.Outcome) {
      let next = with(outcome, of: callOut.key)
      next.explanation.keep(first: decisions)
      next.recording?.rewind()
      completion(.success(next))
    }
    // The caller may be the writer's thread. A signature and the completion take longer than a
    // transaction may.
    @Sendable func run(
      on pool: WorkerPool, unless hasDisconnected: @escaping @Sendable () -> Bool = { false },
      _ work: @escaping @Sendable () throws -> Void
    ) {
      pool.submit(unless: hasDisconnected) {
        do { try work() } catch { completion(.failure(error)) }
      } refused: { refusal in
        completion(.failure(refusal))
      }
    }
    let workers = services.workers
    switch callOut.means {
    case .request(let request):
      run(on: workers.resumptions) { [services] in
        services.outbound.send(try request()) { resume(.answered($0)) }
      }
    case .pause(let duration):
      workers.alarms.after(duration) { run(on: workers.resumptions) { resume(.passed) } }
    case .work(let pool, let work):
      run(on: pool, unless: origin.hasDisconnected) {
        resume(.computed(try work()))
      }
    case .keys(let issuer):
      services.keys.prepare(issuer: issuer) { result in
        switch result {
        case .success: resume(.passed)
        case .failure(let error): completion(.failure(error))
        }
      }
    }
  }
}
