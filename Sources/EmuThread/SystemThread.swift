internal import EmuSystem

/// A thread of the operating system that runs one closure.
///
/// For blocking work: a writer that waits for the disk, a loop that waits for sockets. Long
/// computations use a ``WorkerPool``. One of ``join()`` and ``detach()`` is called, once.
// Safety: the handle never changes, and any thread may join with it; on Darwin it is a pointer.
package struct SystemThread: @unchecked Sendable {
  private let handle: pthread_t

  /// Starts the thread.
  ///
  /// - Throws: ``ThreadError`` when the system provides no more threads; the closure is then
  ///   released.
  package init(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    // Retained here; released by the thread itself, or below if there is none.
    let context = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var created: pthread_t?
      let number = pthread_create(&created, nil, { Body.run($0) }, context.toOpaque())
    #else
      var new = pthread_t()
      let number = pthread_create(
        &new, nil, { $0.flatMap { Body.run($0) } }, context.toOpaque())
      let created: pthread_t? = number == 0 ? new : nil
    #endif
    guard let created, number == 0 else {
      context.release()
      throw ThreadError(number: number)
    }
    handle = created
  }

  package var isCurrent: Bool { pthread_equal(pthread_self(), handle) != 0 }

  /// Waits until the closure has returned; called by the thread itself, it only detaches.
  package func join() {
    guard !isCurrent else { return detach() }
    pthread_join(handle, nil)
  }

  /// Gives the calling thread a lower priority than others.
  static func lowerPriority() {
    #if canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #else
      // On Linux each thread has its own nice value (setpriority(2), "C library/kernel
      // differences").
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }

  package func detach() { pthread_detach(handle) }

  private final class Body {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body()
      return nil
    }
  }
}

package struct ThreadError: Error, Sendable, CustomStringConvertible {
  /// The result of `pthread_create`: an `errno` value.
  package let number: Int32

  package var description: String { String(cString: strerror(number)) }
}
