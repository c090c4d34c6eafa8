/// The result of a responder: a response, now or later.
package enum Answer: Sendable {
  case ready(Response)
  case later(Deferred)

  /// Applies a change to the response when it is available.
  package func map(_ transform: @escaping @Sendable (Response) -> Response) -> Answer {
    switch self {
    case .ready(let response): .ready(transform(response))
    case .later(let deferred): .later(deferred.map(transform))
    }
  }
}

extension Answer {
  /// Returns an answer that another thread provides.
  ///
  /// - Parameter start: called once, on the connection's thread; it must not block. It must ensure
  ///   that its argument is called once, on any thread.
  package static func made(
    by start: @escaping @Sendable (_ deliver: @escaping @Sendable (Answer) -> Void) -> Void
  ) -> Answer {
    .later(
      Deferred { completion in
        start { answer in
          switch answer {
          case .ready(let response): completion { response }
          case .later(let deferred): deferred.start(completion)
          }
        }
      })
  }
}

/// A response that is completed later, for instance by the writer after its commit.
package struct Deferred: Sendable {
  /// Creates the response; runs on the connection's thread, so that encoding and signing do not
  /// slow the completing thread.
  package typealias Thunk = @Sendable () -> Response

  /// Passes the thunk; on any thread, exactly once (further calls are ignored).
  package typealias Completion = @Sendable (@escaping Thunk) -> Void

  private let starting: @Sendable (@escaping Completion) -> Void
  /// In their order; a list instead of nested closures, of which each request would create a dozen.
  private var transforms: [@Sendable (Response) -> Response] = []

  /// - Parameter start: called once, on the connection's thread; it must not block, and may
  ///   complete before it returns. It must ensure that the completion is called eventually.
  package init(_ start: @escaping @Sendable (@escaping Completion) -> Void) {
    starting = start
  }

  /// Starts the work; called once, by the server.
  package func start(_ completion: @escaping Completion) {
    guard !transforms.isEmpty else { return starting(completion) }
    starting { [transforms] thunk in
      completion { transforms.reduce(thunk()) { response, transform in transform(response) } }
    }
  }

  /// Applies a change to the response, as part of the thunk.
  package func map(_ transform: @escaping @Sendable (Response) -> Response) -> Deferred {
    var mapped = self
    mapped.transforms.append(transform)
    return mapped
  }
}
