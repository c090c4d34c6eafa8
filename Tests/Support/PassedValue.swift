package import EmuHTTP
internal import EmuThread

/// Waits until a function passes a value to its completion, and returns the value.
///
/// The lock shows a thread sanitizer the order of the two threads. It does not see it in the
/// runtime when the completion is called before the wait begins.
package func passedValue<T: Sendable>(
  by start: (_ completion: @escaping @Sendable (T) -> Void) -> Void
) async -> T {
  let passed = Monitor<T?>(nil)
  await withCheckedContinuation { continuation in
    start { value in
      passed.withLock { $0 = value }
      continuation.resume()
    }
  }
  guard let value = passed.withLock({ $0 }) else { preconditionFailure("no value was passed") }
  return value
}

extension Answer {
  /// Returns the response; that of a deferred answer is written here and not on the thread that
  /// completes it, as in the server.
  package func response() async -> Response {
    switch self {
    case .ready(let response): response
    case .later(let deferred): await passedValue(by: deferred.start)()
    }
  }
}
