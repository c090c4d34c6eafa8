/// The threads of a server for work that would block the request threads.
///
/// Each kind of work has its own pool, so that none waits for another kind: a password check does
/// not wait for an import of a million accounts. They take at most half of two processors from the
/// request threads, since they run at a lower priority.
package struct Workers: Sendable {
  /// Checks of passwords whose hash is slow to compute.
  package let hashes: WorkerPool
  package let keys: WorkerPool
  /// Parses long bodies.
  package let imports: WorkerPool
  /// Reads long bodies, each until its request is answered, so that one is in memory: the tree of
  /// 10 MB may take 240 MB. A job waits for other pools and for outgoing calls, so this pool is
  /// closed after them.
  package let bodies: WorkerPool
  /// Reads messages of SAML, and checks their signatures.
  package let messages: WorkerPool
  /// Continues requests that waited for the writer or for a time, since neither the writer's thread
  /// nor the alarm thread may run an operation. A step signs and reads at most, so the wait is
  /// short.
  package let resumptions: WorkerPool
  /// Wakes requests that wait for a time.
  package let alarms: Alarms

  /// Creates pools without threads.
  ///
  /// Two threads for most: one slow job does not block the next, and two concurrent hashes need at
  /// most 320 MB.
  package init() {
    hashes = WorkerPool(threads: 2, queueLimit: 256)
    keys = WorkerPool(threads: 2, queueLimit: 256)
    imports = WorkerPool(threads: 2, queueLimit: 64)
    bodies = WorkerPool(threads: 1, queueLimit: 256)
    messages = WorkerPool(threads: 2, queueLimit: 64)
    resumptions = WorkerPool(threads: 2, queueLimit: 1024)
    alarms = Alarms()
  }

  /// Rejects waiting jobs and waits for running ones, except those of `bodies`.
  package func close() {
    alarms.close()
    for pool in [hashes, keys, imports, messages, resumptions] { pool.close() }
  }
}
