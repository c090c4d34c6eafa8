internal import EmuHTTP
internal import EmuStore
internal import EmuThread

extension Services {
  /// Creates a missing project or tenant, and then answers the request.
  func answer(
    afterCreating target: MissingTarget, _ answer: @escaping @Sendable () -> Answer,
    refused: @escaping @Sendable (any Error) -> Response
  ) -> Answer {
    .made { [store, workers] deliver in
      store.make(target) { result in
        switch result {
        case .success:
          workers.resumptions.submit {
            deliver(answer())
          } refused: {
            deliver(.ready(refused($0)))
          }
        case .failure(let error): deliver(.ready(refused(error)))
        }
      }
    }
  }
}
