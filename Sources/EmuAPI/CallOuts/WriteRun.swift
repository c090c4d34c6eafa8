internal import EmuModel
internal import EmuStore

/// Runs an operation on the writer's thread, and restarts after each call to another server.
///
/// A class, because many functions pass it on and an operation's input is large.
final class WriteRun<O: WriteOperation>: Sendable {
  private let prepared: O.Prepared
  private let context: OperationContext
  /// The number of decisions before the first run.
  private let earlierDecisions: Int

  init(prepared: O.Prepared, context: OperationContext) {
    self.prepared = prepared
    self.context =
      context.project.config.blockingFunctions.urls.isEmpty
      ? context : context.recorded(by: RandomRecording(context.services.ids))
    earlierDecisions = context.explanation.count
  }

  /// The result of a run.
  private enum Step: Sendable {
    case done(WriteOutput<O.Output>)
    case refused(APIError)
    case requires(CallOut)
  }

  /// Runs the operation. The completion is called once, on any thread, and must not block.
  func start(
    _ completion: @escaping @Sendable (Result<WriteOutput<O.Output>, any Error>) -> Void
  ) {
    attempt(context, completion)
  }

  private func attempt(
    _ context: OperationContext,
    _ completion: @escaping @Sendable (Result<WriteOutput<O.Output>, any Error>) -> Void
  ) {
    let afterRefusal = O.afterRefusal(prepared, in: context)
    context.services.store.write { writer in
      let step = try self.run(context, writer, afterRefusal)
      return {
        switch step {
        case .done(let output): completion(.success(output))
        case .refused(let refusal): completion(.failure(refusal))
        case .requires(let callOut): self.make(callOut, context, completion)
        }
      }
    } failure: { error in
      guard let callOut = error as? CallOut else { return completion(.failure(error)) }
      self.make(callOut, context, completion)
    }
  }

  /// Runs once. An error rolls the operation back. If a change must remain after a refusal, only a
  /// savepoint is rolled back.
  private func run(
    _ context: OperationContext, _ writer: WriteTransaction,
    _ afterRefusal: (@Sendable (WriteTransaction) throws -> Void)?
  ) throws -> Step {
    guard let afterRefusal else { return try run(context, writer) }
    do {
      return try writer.attempt { try run(context, writer) }
    } catch let refusal as APIError {
      try afterRefusal(writer)
      return .refused(refusal)
    } catch let callOut as CallOut {
      return .requires(callOut)
    }
  }

  private func run(_ context: OperationContext, _ writer: WriteTransaction) throws -> Step {
    do {
      return .done(WriteOutput(try O.run(prepared, in: context, writer)))
    } catch let error as RefusalAfterChange {
      return .refused(error.refusal)
    }
  }

  /// Makes the call and runs the operation again; returns immediately.
  private func make(
    _ callOut: CallOut, _ context: OperationContext,
    _ completion: @escaping @Sendable (Result<WriteOutput<O.Output>, any Error>) -> Void
  ) {
    context.make(callOut, keeping: earlierDecisions) { result in
      switch result {
      case .success(let next): self.attempt(next, completion)
      case .failure(let error): completion(.failure(error))
      }
    }
  }
}

/// The result of an operation, boxed because many functions pass it on.
final class WriteOutput<Output: Sendable>: Sendable {
  let value: Output

  init(_ value: consuming Output) { self.value = value }
}

/// A refusal that keeps the operation's changes, such as an account that a function disabled.
///
/// Every other error rolls them back.
struct RefusalAfterChange: Error {
  var refusal: APIError

  init(_ refusal: APIError) { self.refusal = refusal }
}
