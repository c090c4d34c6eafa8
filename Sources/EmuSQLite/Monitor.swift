#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// State behind a lock, on whose changes threads can wait.
///
/// `Mutex` of the standard library has no condition to wait on.
// Sendable: `state` is read and written only while the pthread mutex is held, and the two pointers
// never change.
final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    // With default attributes both only fail for lack of memory.
    precondition(pthread_mutex_init(mutex, nil) == 0, "no memory for a mutex")
    precondition(pthread_cond_init(condition, nil) == 0, "no memory for a condition")
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` under the lock, waking nobody.
  func withLock<R>(_ body: (inout State) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Runs `body` under the lock and wakes the threads that wait, so that they look again.
  func update<R>(_ body: (inout State) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer {
      pthread_mutex_unlock(mutex)
      pthread_cond_broadcast(condition)
    }
    return body(&state)
  }

  /// Waits until `isReady` holds, then runs `body` under the same lock.
  func wait<R>(until isReady: (State) -> Bool, then body: (inout State) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(state) { pthread_cond_wait(condition, mutex) }
    return body(&state)
  }
}
