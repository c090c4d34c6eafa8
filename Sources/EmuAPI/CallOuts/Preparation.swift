internal import EmuModel
internal import EmuOutbound

/// Prepares an operation, as often as it has another server to ask.
///
/// No thread waits for the answers: the first run is on the connection's thread, and a later one on
/// the thread that brings the answer. It is the transaction that must not wait, so whatever can be
/// asked before it is asked here.
struct Preparation<O: WriteOperation>: Sendable {
  private let input: O.Input
  private let earlierDecisions: Int

  init(operation: O.Type, input: O.Input, context: OperationContext) {
    self.input = input
    earlierDecisions = context.explanation.count
  }

  /// What an operation is ready with, and the context that knows the answers.
  typealias Ready = (prepared: O.Prepared, context: OperationContext)

  enum Step {
    case ready(Ready)
    case asks(CallOut)
  }

  /// One run; at once, on the caller's thread.
  func attempt(_ context: OperationContext) throws -> Step {
    do {
      return .ready((try O.prepare(input, in: context), context))
    } catch let callOut as CallOut {
      return .asks(callOut)
    }
  }

  /// Asks and runs again until the operation is ready; the completion is called once, on any thread.
  func ask(
    _ callOut: CallOut, _ context: OperationContext,
    _ completion: @escaping @Sendable (Result<Ready, any Error>) -> Void
  ) {
    guard context.answers.count < CallOut.limit else {
      return completion(.failure(APIError.unansweredCallOuts(callOut.key.name)))
    }
    do {
      context.services.outbound.send(try callOut.request()) { answer in
        var next = context
        next.answers[callOut.key] = answer
        next.explanation.keep(first: earlierDecisions)
        do {
          switch try attempt(next) {
          case .ready(let ready): completion(.success(ready))
          case .asks(let callOut): ask(callOut, next, completion)
          }
        } catch {
          completion(.failure(error))
        }
      }
    } catch {
      completion(.failure(error))
    }
  }
}
