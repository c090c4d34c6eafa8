#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the operating system, detached, that ends when its body returns.
// Sendable: the handle is written once, before `init` returns, and is only compared.
final class WorkerThread: @unchecked Sendable {
  private let handle: pthread_t

  /// Starts a thread that runs `body`.
  ///
  /// - Throws: `other` when the system refuses another thread.
  init(_ body: @escaping @Sendable () -> Void) throws(DatabaseError) {
    // Retained here, released once by the thread itself, or below if there is none.
    let context = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var created: pthread_t?
      let result = pthread_create(&created, nil, { Body.run($0) }, context.toOpaque())
    #else
      var created: pthread_t = 0
      let result = pthread_create(
        &created, nil, { $0.flatMap { Body.run($0) } }, context.toOpaque())
    #endif
    guard result == 0 else {
      context.release()
      throw DatabaseError(.other, "no thread: \(String(cString: strerror(result)))")
    }
    #if canImport(Darwin)
      guard let created else { preconditionFailure("pthread_create gave no thread") }
    #endif
    pthread_detach(created)
    handle = created
  }

  /// Whether the caller runs on this thread.
  var isCurrent: Bool {
    pthread_equal(pthread_self(), handle) != 0
  }

  private final class Body {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body()
      return nil
    }
  }
}
