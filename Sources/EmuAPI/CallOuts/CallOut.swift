internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuOutbound

/// A question to another server without whose answer an operation cannot go on.
///
/// Thrown while an operation is prepared (``Preparation``), or out of its transaction, which is undone
/// (``WriteRun``): the call is made outside, and the same step runs again, from its beginning, with
/// the answer in its context. Answers stay for the whole request, so that a code that was exchanged
/// before the transaction is not exchanged again when that restarts.
struct CallOut: Error {
  /// Tells questions apart: the same question is asked once in a request.
  struct Key: Sendable, Hashable {
    /// What kind of question it is, such as `beforeCreate`.
    var name: String
    /// What is asked about: an address, a code, an account. The answer stands for the whole request,
    /// whatever else changes between two runs.
    var question: String
  }

  /// What came back: a response, whatever its status, or why there is none.
  typealias Answer = Result<OutboundResponse, OutboundError>

  enum Means: Sendable {
    /// Makes the request; away from the writer's thread, since it may sign.
    case request(@Sendable () throws -> OutboundRequest)
    /// One of our own issuers takes its time.
    case pause(Duration)
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
    guard let answer = answers[key] else { throw CallOut(key: key, means: .request(request)) }
    return answer
  }

  /// Goes on after a while, which no thread waits for.
  ///
  /// - Throws: `CallOut` the first time.
  func pause(_ key: CallOut.Key, for duration: Duration) throws {
    guard answers[key] == nil else { return }
    throw CallOut(key: key, means: .pause(duration))
  }

  /// Asks, and hands over the context that knows the answer: once, on any thread.
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
    // This may be the writer's thread, and a signature takes longer than a transaction.
    Task.detached {
      @Sendable func goOn(_ answer: CallOut.Answer) {
        var next = self
        next.answers[callOut.key] = answer
        next.explanation.keep(first: decisions)
        next.tape?.rewind()
        completion(.success(next))
      }
      do {
        switch callOut.means {
        case .request(let request): services.outbound.send(try request(), completion: goOn)
        case .pause(let duration):
          try await Task.sleep(for: duration)
          goOn(.success(OutboundResponse(status: .ok)))
        }
      } catch {
        completion(.failure(error))
      }
    }
  }
}
