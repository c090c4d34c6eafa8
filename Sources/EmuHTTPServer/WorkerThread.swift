#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread that runs one closure and is joined once.
// Safety: the handle never changes, and any thread may join with it; on Darwin it is a pointer.
struct WorkerThread: @unchecked Sendable {
  private let handle: pthread_t

  init(_ body: @escaping @Sendable () -> Void) throws(ServerError) {
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Glibc)
      var handle = pthread_t()
      let code = pthread_create(&handle, nil, { Self.run($0) }, context)
      let created: pthread_t? = code == 0 ? handle : nil
    #else
      var created: pthread_t?
      let code = pthread_create(&created, nil, { Self.run($0) }, context)
    #endif
    guard let created, code == 0 else {
      Unmanaged<Body>.fromOpaque(context).release()
      throw .startFailed("pthread_create", code)
    }
    self.handle = created
  }

  /// Waits until the closure has returned.
  func join() {
    pthread_join(handle, nil)
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
}
