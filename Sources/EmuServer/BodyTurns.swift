internal import EmuHTTP
internal import EmuThread

/// Answers requests with long bodies in turns, so that one body and its tree are in memory.
struct BodyTurns {
  let pool: WorkerPool

  /// Answers a request whose body is in a file, once its turn comes. The turn ends with the answer.
  ///
  /// - Parameters:
  ///   - respond: receives the request with its body in memory.
  ///   - refuse: creates the refusal of a request that is not read, from the reason.
  func answer(
    _ request: Request, _ body: any StoredBody,
    by respond: @escaping @Sendable (Request) -> Answer,
    refuse: @escaping @Sendable (String) -> Response
  ) -> Answer {
    .made { [pool] deliver in
      pool.submit(unless: request.hasDisconnected) {
        do {
          var request = request
          request.body = try body.bytes(from: 0, count: body.count)
          request.storedBody = nil
          Self.wait(for: respond(request), deliver)
        } catch {
          deliver(.ready(refuse(String(describing: error))))
        }
        if body.count > Self.large { SystemMemory.returnFreed() }
      } refused: { refusal in
        deliver(.ready(refuse(refusal.message)))
      }
    }
  }

  /// Bodies of which so much memory is freed that it is returned to the system.
  private static let large = 1 << 20

  private static func wait(for answer: Answer, _ deliver: (Answer) -> Void) {
    guard case .later(let deferred) = answer else { return deliver(answer) }
    let isAnswered = Monitor(false)
    deliver(
      .later(
        Deferred { completion in
          deferred.start { thunk in
            completion(thunk)
            isAnswered.update { $0 = true }
          }
        }))
    isAnswered.wait(until: { $0 }, then: { _ in })
  }
}
