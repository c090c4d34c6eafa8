/// The threads of a server for what the threads that answer requests must not do.
///
/// Each kind of work has its own, so that none waits for another kind: a password check does not wait
/// for an import of a million accounts. They take at most half of two processors from the rest, since
/// they run at a lower priority.
package struct Workers: Sendable {
  /// Checks of passwords whose hash is slow to compute.
  package let hashes: WorkerPool
  /// Generates signing keys.
  package let keys: WorkerPool
  /// Parses long bodies.
  package let imports: WorkerPool
  /// Continues requests that waited for the writer or for a time: neither the writer's thread nor that of
  /// the alarms may run an operation. A step of these signs and reads at most, so they wait for nothing
  /// long.
  package let resumptions: WorkerPool
  /// Wakes what waits for a time.
  package let alarms: Alarms

  /// Makes pools without threads.
  ///
  /// Two threads each: one slow job does not hold up the next, and two hashes at once need at most
  /// 320 MB.
  package init() {
    hashes = WorkerPool(threads: 2, queueLimit: 256)
    keys = WorkerPool(threads: 2, queueLimit: 256)
    imports = WorkerPool(threads: 2, queueLimit: 64)
    resumptions = WorkerPool(threads: 2, queueLimit: 1024)
    alarms = Alarms()
  }

  /// Refuses what waits and waits for what runs.
  package func close() {
    alarms.close()
    for pool in [hashes, keys, imports, resumptions] { pool.close() }
  }
}
