internal import EmuHTTP
internal import EmuModel
internal import EmuStore

/// Runs a write operation: its preparation, then its transaction. Each of the two steps restarts
/// after a call to another server.
///
/// Calls that are possible before the transaction belong to the preparation, such as for an issuer's
/// keys or a slow password hash. Calls that depend on the account belong to the transaction. No
/// thread waits for the answers: the first preparation is on the connection's thread, a later one on
/// the thread that delivers the answer.
struct WriteRun<Work: WriteOperation>: Sendable {
  /// The call, without its tree.
  let call: Endpoint.Call
  let input: Work.Input

  /// Prepares the operation on the caller's thread. The completion is called once, on any thread.
  func start(_ completion: @escaping Deferred.Completion) {
    let context = call.context
    let decisions = context.explanation.count
    do {
      let prepared = try Work.prepare(input, in: context)
      if let output = Work.output(of: prepared) { return call.answer(output, completion) }
      if !context.project.blockingFunctions.isEmpty {
        context.runs.recording = RandomRecording(context.services.ids)
      }
      commit(prepared, keeping: context.explanation.count, completion)
    } catch let callOut as CallOut {
      resume(after: callOut, keeping: decisions, completion) { start(completion) }
    } catch {
      call.refuse(error, completion)
    }
  }

  /// Runs the transaction on the writer's thread.
  ///
  /// - Parameter decisions: the number of decisions before the first run.
  private func commit(
    _ prepared: Work.Prepared, keeping decisions: Int,
    _ completion: @escaping Deferred.Completion
  ) {
    let context = call.context
    let store = context.services.store
    let afterRefusal = Work.afterRefusal(prepared, in: context)
    store.write { writer in
      let outcome = try outcome(of: prepared, writer, afterRefusal)
      try writer.store(context.runs.appliedFaults, in: store)
      return {
        if case .failure(let refusal) = outcome { return call.refuse(refusal, completion) }
        completion {
          // Retained so that the connection's thread frees what it allocated, not the writer's.
          withExtendedLifetime(prepared) { call.response { try call.response(outcome.get()) } }
        }
      }
    } failure: { error in
      if let callOut = error as? CallOut {
        return resume(after: callOut, keeping: decisions, completion) {
          commit(prepared, keeping: decisions, completion)
        }
      }
      if error is StoreError { store.giveBack(context.runs.appliedFaults) }
      call.refuse(error, completion)
    }
  }

  /// Runs the operation once. An error rolls it back. If a change must remain after a refusal, only
  /// a savepoint is rolled back.
  ///
  /// - Returns: the output, or a refusal whose changes are committed.
  private func outcome(
    of prepared: Work.Prepared, _ writer: WriteTransaction, _ afterRefusal: Work.Change?
  ) throws -> Result<Work.Output, APIError> {
    func once() throws -> Result<Work.Output, APIError> {
      do {
        return .success(try Work.run(prepared, in: call.context, writer))
      } catch let error as RefusalAfterChange {
        return .failure(error.refusal)
      }
    }
    guard let afterRefusal else { return try once() }
    do {
      return try writer.attempt(once)
    } catch let refusal as APIError {
      try afterRefusal(writer)
      return .failure(refusal)
    }
  }

  /// Makes the call and runs the step again; returns immediately.
  ///
  /// - Parameter decisions: the number of decisions from before this run. The next run records its
  ///   decisions again.
  private func resume(
    after callOut: CallOut, keeping decisions: Int,
    _ completion: @escaping Deferred.Completion, _ step: @escaping @Sendable () -> Void
  ) {
    let context = call.context
    guard context.runs.callCount < CallOut.limit else {
      let refusal = APIError.unavailable(
        "This request has asked \(CallOut.limit) times, \(callOut.key.name) last, and came upon "
          + "another account each time. Try again.")
      return call.refuse(refusal, completion)
    }
    callOut.start { result in
      switch result {
      case .success(let value):
        context.runs[callOut.key] = value
        context.explanation.keep(first: decisions)
        context.runs.recording?.rewind()
        step()
      case .failure(let error): call.refuse(error, completion)
      }
    }
  }
}

/// A refusal that keeps the operation's changes, such as an account that a function disabled.
///
/// Every other error rolls them back.
struct RefusalAfterChange: Error {
  var refusal: APIError
}
