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
      context.project.blockingFunctions.isEmpty
      ? context : context.recorded(by: RandomRecording(context.services.ids))
    earlierDecisions = context.explanation.count
  }

  /// The output, or a refusal whose changes are committed.
  private typealias Outcome = Result<WriteOutput<O.Output>, APIError>

  /// Runs the operation. The completion is called once, on any thread, and must not block.
  ///
  /// - Parameter next: the context with the answers of earlier runs; nil for the first run.
  func start(
    in next: OperationContext? = nil,
    _ completion: @escaping @Sendable (Result<WriteOutput<O.Output>, any Error>) -> Void
  ) {
    let context = next ?? context
    let afterRefusal = O.afterRefusal(prepared, in: context)
    context.services.store.write { writer in
      let outcome = try self.run(context, writer, afterRefusal)
      try writer.store(context.appliedFaults, in: context.services.store)
      return { completion(outcome.mapError { $0 }) }
    } failure: { error in
      if let callOut = error as? CallOut { return self.make(callOut, context, completion) }
      if error is StoreError { context.services.store.giveBack(context.appliedFaults) }
      completion(.failure(error))
    }
  }

  /// Runs once. An error rolls the operation back. If a change must remain after a refusal, only a
  /// savepoint is rolled back.
  private func run(
    _ context: OperationContext, _ writer: WriteTransaction, _ afterRefusal: O.Change?
  ) throws -> Outcome {
    guard let afterRefusal else { return try run(context, writer) }
    do {
      return try writer.attempt { try run(context, writer) }
    } catch let refusal as APIError {
      try afterRefusal(writer)
      return .failure(refusal)
    }
  }

  private func run(_ context: OperationContext, _ writer: WriteTransaction) throws -> Outcome {
    do {
      return .success(WriteOutput(try O.run(prepared, in: context, writer)))
    } catch let error as RefusalAfterChange {
      return .failure(error.refusal)
    }
  }

  /// Makes the call and runs the operation again; returns immediately.
  private func make(
    _ callOut: CallOut, _ context: OperationContext,
    _ completion: @escaping @Sendable (Result<WriteOutput<O.Output>, any Error>) -> Void
  ) {
    context.make(callOut, keeping: earlierDecisions) { result in
      switch result {
      case .success(let next): self.start(in: next, completion)
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
