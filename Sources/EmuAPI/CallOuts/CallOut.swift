internal import EmuHTTP
internal import EmuJSON
internal import EmuOutbound

/// A question to another server without whose answer an operation cannot go on.
///
/// Thrown out of a transaction, which is undone: the call is made outside, and the operation runs
/// again, from its beginning, with the answer in its context.
struct CallOut: Error {
  /// Tells questions apart: the same question is asked once in a request.
  struct Key: Sendable, Hashable {
    /// What kind of question it is, such as `beforeCreate`.
    var name: String
    /// Everything that the answer may depend on. When an account changed between two runs, the
    /// answer to the old question is no answer to the new one.
    var question: String
  }

  /// What came back: a response, whatever its status, or why there is none.
  typealias Answer = Result<OutboundResponse, OutboundError>

  var key: Key
  /// Makes the request; away from the writer's thread, since it may sign.
  var request: @Sendable () throws -> OutboundRequest

  /// The most questions that one request asks. Only an account that changes while it is asked
  /// about brings more than a few.
  static let limit = 8
}

extension OperationContext {
  /// The answer to a question, if it was asked already.
  ///
  /// - Throws: `CallOut` when it has to be asked first.
  func answer(
    to key: CallOut.Key, _ request: @escaping @Sendable () throws -> OutboundRequest
  ) throws -> CallOut.Answer {
    guard let answer = answers[key] else { throw CallOut(key: key, request: request) }
    return answer
  }
}
