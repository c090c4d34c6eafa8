internal import EmuModel

/// Prepares an operation, and restarts after each call to another server.
///
/// Calls that are possible before the transaction are made here, such as for an issuer's keys or a
/// slow password hash. Calls that depend on the account belong to ``WriteRun``. No thread waits for
/// the answers: the first run is on the connection's thread, a later one on the thread that
/// delivers the answer.
struct Preparation<O: WriteOperation>: Sendable {
  private let input: O.Input
  private let earlierDecisions: Int

  init(operation: O.Type, input: O.Input, context: OperationContext) {
    self.input = input
    earlierDecisions = context.explanation.count
  }

  enum Step {
    case ready(WriteRun<O>)
    case requires(CallOut)
  }

  /// Runs once, on the caller's thread.
  func attempt(_ context: OperationContext) throws -> Step {
    do {
      return .ready(WriteRun(prepared: try O.prepare(input, in: context), context: context))
    } catch let callOut as CallOut {
      return .requires(callOut)
    }
  }

  /// Makes the call and runs again until the operation is ready. The completion is called once, on
  /// any thread.
  func make(
    _ callOut: CallOut, _ context: OperationContext,
    _ completion: @escaping @Sendable (Result<WriteRun<O>, any Error>) -> Void
  ) {
    context.make(callOut, keeping: earlierDecisions) { result in
      do {
        let next = try result.get()
        switch try attempt(next) {
        case .ready(let ready): completion(.success(ready))
        case .requires(let callOut): make(callOut, next, completion)
        }
      } catch {
        completion(.failure(error))
      }
    }
  }
}
