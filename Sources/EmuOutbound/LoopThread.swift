#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The thread that a loop runs on.
// Safety: the handle never changes; on Darwin it is a pointer. Of join and detach, one is called,
// once.
struct LoopThread: @unchecked Sendable {
  private let handle: pthread_t

  /// Starts the thread; it keeps the loop alive while it runs.
  ///
  /// - Throws: `other`.
  init(running loop: TransferLoop) throws(OutboundError) {
    let context = Unmanaged.passRetained(loop).toOpaque()
    #if canImport(Glibc)
      var handle = pthread_t()
      let code = pthread_create(&handle, nil, { Self.run($0) }, context)
      let created: pthread_t? = code == 0 ? handle : nil
    #else
      var created: pthread_t?
      let code = pthread_create(&created, nil, { Self.run($0) }, context)
    #endif
    guard let created, code == 0 else {
      Unmanaged<TransferLoop>.fromOpaque(context).release()
      loop.discard()
      throw OutboundError(.other, "No thread for outgoing calls (error \(code)).")
    }
    self.handle = created
  }

  /// Waits until the loop has returned; called by the thread itself, it only lets go.
  func join() {
    guard pthread_equal(handle, pthread_self()) == 0 else { return detach() }
    pthread_join(handle, nil)
  }

  /// Lets the thread end by itself.
  func detach() {
    pthread_detach(handle)
  }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
}
