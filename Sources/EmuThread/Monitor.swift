internal import EmuSystem

/// State protected by a lock, on whose changes threads can wait.
///
/// `Mutex` of the standard library has no condition to wait on.
// Sendable: `state` is accessed only while the pthread mutex is held, and what a caller takes out of it
// is Sendable itself. The two pointers never change.
package final class Monitor<State: Sendable>: @unchecked Sendable {
  private var state: State
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    // With these attributes both only fail for lack of memory.
    precondition(pthread_mutex_init(mutex, nil) == 0, "no memory for a mutex")
    precondition(Self.initialize(condition) == 0, "no memory for a condition")
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` under the lock, waking no thread.
  package func withLock<R>(_ body: (inout State) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Runs `body` under the lock and wakes the waiting threads, so that they check again.
  package func update<R>(_ body: (inout State) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer {
      pthread_mutex_unlock(mutex)
      pthread_cond_broadcast(condition)
    }
    return body(&state)
  }

  /// Waits until `isReady` returns true or the time has passed, then runs `body` under the same
  /// lock.
  ///
  /// - Parameter deadline: returns the end of the wait, nil for none; it is called again whenever
  ///   the state has changed.
  package func wait<R>(
    until isReady: (State) -> Bool,
    before deadline: (State) -> ContinuousClock.Instant? = { _ in nil },
    then body: (inout State) -> R
  ) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(state) {
      guard let end = deadline(state) else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      let left = end - .now
      guard left > .zero else { break }
      wait(for: left)
    }
    return body(&state)
  }

  private static func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 {
    #if canImport(Darwin)
      return pthread_cond_init(condition, nil)
    #else
      // The machine's time of day may be set back while a thread waits.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      defer { pthread_condattr_destroy(&attributes) }
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      return pthread_cond_init(condition, &attributes)
    #endif
  }

  /// Waits under the lock, for a change or for a time.
  private func wait(for duration: Duration) {
    // A longer wait consists of several; no deadline is missed, as the caller checks again.
    let (seconds, attoseconds) = min(duration, .seconds(86_400)).components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    #if canImport(Darwin)
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      time.tv_sec += now.tv_sec
      time.tv_nsec += now.tv_nsec
      if time.tv_nsec >= 1_000_000_000 {
        time.tv_nsec -= 1_000_000_000
        time.tv_sec += 1
      }
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }
}
