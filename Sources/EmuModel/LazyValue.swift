internal import Synchronization

/// A value that is created at its first read and never changes.
package final class LazyValue<Value: Sendable>: Sendable {
  private let stored = Mutex<Value?>(nil)

  package init() {}

  package func value(_ make: () -> Value) -> Value {
    stored.withLock { stored in
      if let value = stored { return value }
      let value = make()
      stored = value
      return value
    }
  }
}
