internal import Synchronization

/// The faults in memory, since every request reads them. Without faults, a request reads one flag.
///
/// A fault is stored first, and added here after the commit. A use is counted here first, and stored
/// before the response; one that cannot be stored is given back.
final class FaultDirectory: Sendable {
  private let table = Mutex(FaultTable())
  private let hasAny = Atomic<Bool>(false)

  /// True where there is neither a fault nor a queued answer.
  var isEmpty: Bool { !hasAny.load(ordering: .acquiring) }

  /// Reads or changes the faults; a change is made after its commit.
  func with<Value: Sendable>(_ body: (inout FaultTable) -> Value) -> Value {
    table.withLock { table in
      defer { hasAny.store(!table.entries.isEmpty, ordering: .releasing) }
      return body(&table)
    }
  }
}
