internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuOutbound
internal import EmuThread

/// A question without whose answer an operation cannot go on: to another server, or to a thread for
/// what takes long.
///
/// Thrown while an operation is prepared (``Preparation``), or out of its transaction, which is undone
/// (``WriteRun``): the call is made outside, and the same step runs again, from its beginning, with
/// the answer in its context. Answers stay for the whole request, so that a code that was exchanged
/// before the transaction is not exchanged again when that restarts.
struct CallOut: Error {
  /// Differs by question: the same question is asked once in a request.
  struct Key: Sendable, Hashable {
    /// What kind of question it is, such as `beforeCreate`.
    var name: String
    /// What is asked about: an address, a code, an account. The answer stands for the whole request,
    /// whatever else changes between two runs.
    var question: String
  }

  /// What another server sent: a response, whatever its status, or why there is none.
  typealias Answer = Result<OutboundResponse, OutboundError>

  /// What came of a question.
  enum Outcome: Sendable {
    case answered(Answer)
    case computed(Bool)
    /// Waited for.
    case passed
  }

  enum Means: Sendable {
    /// Makes the request; away from the writer's thread, since it may sign.
    case request(@Sendable () throws -> OutboundRequest)
    /// One of our own issuers takes its time.
    case pause(Duration)
    /// Computes for so long that neither the server's threads nor the writer's may do it.
    case work(@Sendable () throws -> Bool)
    /// Has the keys of an issuer made.
    case keys(issuer: String)
  }

  var key: Key
  var means: Means

  /// The most questions that one request asks. Only one that comes upon another account each time
  /// that it runs would ask more than a few.
  static let limit = 8
}

extension OperationContext {
  /// The answer to a question, if it was asked already.
  ///
  /// - Throws: `CallOut` when it has to be asked first.
  func answer(
    to key: CallOut.Key, _ request: @escaping @Sendable () throws -> OutboundRequest
  ) throws -> CallOut.Answer {
    guard case .answered(let answer)? = answers[key] else {
      throw CallOut(key: key, means: .request(request))
    }
    return answer
  }

  /// The outcome of a computation that takes long, if it was made already.
  ///
  /// - Throws: `CallOut` when it has to be made first.
  func computed(_ key: CallOut.Key, _ work: @escaping @Sendable () throws -> Bool) throws -> Bool {
    guard case .computed(let outcome)? = answers[key] else {
      throw CallOut(key: key, means: .work(work))
    }
    return outcome
  }

  /// Goes on once the keys that an issuer was declared to have are there.
  ///
  /// - Throws: `CallOut` when some are missing.
  func prepareKeys(of issuer: String) throws {
    let key = CallOut.Key(name: "keys", question: issuer)
    guard answers[key] == nil, !services.keys.isPrepared(issuer) else { return }
    throw CallOut(key: key, means: .keys(issuer: issuer))
  }

  /// Goes on after a while, which no thread waits for.
  ///
  /// - Throws: `CallOut` the first time.
  func pause(_ key: CallOut.Key, for duration: Duration) throws {
    guard answers[key] == nil else { return }
    throw CallOut(key: key, means: .pause(duration))
  }

  /// Asks, and hands over the context that has the answer: once, on any thread.
  ///
  /// - Parameter decisions: how many decisions are from before the run that asked, which is made
  ///   again and tells its own again.
  func asking(
    _ callOut: CallOut, keeping decisions: Int,
    _ completion: @escaping @Sendable (Result<OperationContext, any Error>) -> Void
  ) {
    guard answers.count < CallOut.limit else {
      return completion(.failure(APIError.unansweredCallOuts(callOut.key.name)))
    }
    @Sendable func goOn(_ outcome: CallOut.Outcome) {
      let next = knowing(outcome, of: callOut.key)
      next.explanation.keep(first: decisions)
      next.recording?.rewind()
      completion(.success(next))
    }
    // This may be the writer's thread: a signature takes longer than a transaction, and so may what
    // runs with the outcome.
    @Sendable func run(
      on pool: WorkerPool, for sender: WorkerPool.Sender = WorkerPool.Sender(""),
      _ work: @escaping @Sendable () throws -> Void
    ) {
      pool.submit(for: sender) {
        do { try work() } catch { completion(.failure(error)) }
      } refused: { refusal in
        completion(.failure(refusal))
      }
    }
    let workers = services.workers
    switch callOut.means {
    case .request(let request):
      run(on: workers.resumptions) { [services] in
        services.outbound.send(try request()) { goOn(.answered($0)) }
      }
    case .pause(let duration):
      workers.alarms.after(duration) { run(on: workers.resumptions) { goOn(.passed) } }
    case .work(let work):
      run(on: workers.hashes, for: origin.sender(in: project.id)) {
        goOn(.computed(try work()))
      }
    case .keys(let issuer):
      services.keys.prepare(issuer: issuer) { result in
        switch result {
        case .success: goOn(.passed)
        case .failure(let error): completion(.failure(error))
        }
      }
    }
  }
}
