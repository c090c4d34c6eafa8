internal import EmuModel
internal import EmuStore

/// Runs an operation on the writer's thread, as often as it has another server to ask.
struct WriteRun<O: WriteOperation>: Sendable {
  private let prepared: O.Prepared
  private let context: OperationContext
  /// How many decisions are from before the first run.
  private let earlierDecisions: Int

  init(operation: O.Type, prepared: O.Prepared, context: OperationContext) {
    self.prepared = prepared
    self.context =
      context.project.config.blockingFunctions.urls.isEmpty
      ? context : context.recorded(by: RandomRecording(context.services.ids))
    earlierDecisions = context.explanation.count
  }

  private enum Step: Sendable {
    case done(O.Output)
    case refused(APIError)
    case asks(CallOut)
  }

  /// Runs the operation; the completion is called once, on any thread, and must not block.
  func start(_ completion: @escaping @Sendable (Result<O.Output, any Error>) -> Void) {
    attempt(context, completion)
  }

  private func attempt(
    _ context: OperationContext,
    _ completion: @escaping @Sendable (Result<O.Output, any Error>) -> Void
  ) {
    context.services.store.write(
      { writer in try run(context, writer) },
      completion: { result in
        switch result {
        case .success(.done(let output)): completion(.success(output))
        case .success(.refused(let refusal)): completion(.failure(refusal))
        case .success(.asks(let callOut)): ask(callOut, context, completion)
        case .failure(let error): completion(.failure(error))
        }
      })
  }

  /// One run. A refusal undoes what it did, and then keeps what must last all the same.
  private func run(_ context: OperationContext, _ writer: Writer) throws -> Step {
    do {
      return try writer.attempt {
        do {
          return .done(try O.run(prepared, in: context, writer))
        } catch let error as RefusalAfterChange {
          return .refused(error.refusal)
        }
      }
    } catch let refusal as APIError {
      try O.keepAfterRefusal(prepared, in: context, writer)
      return .refused(refusal)
    } catch let callOut as CallOut {
      return .asks(callOut)
    }
  }

  /// Makes the call and runs the operation again; returns at once.
  private func ask(
    _ callOut: CallOut, _ context: OperationContext,
    _ completion: @escaping @Sendable (Result<O.Output, any Error>) -> Void
  ) {
    context.asking(callOut, keeping: earlierDecisions) { result in
      switch result {
      case .success(let next): attempt(next, completion)
      case .failure(let error): completion(.failure(error))
      }
    }
  }
}
