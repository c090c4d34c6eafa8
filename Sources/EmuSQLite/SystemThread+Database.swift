internal import EmuThread

extension SystemThread {
  /// Starts a detached thread.
  ///
  /// - Throws: `other` when the system provides no more threads.
  static func detached(
    _ body: @escaping @Sendable () -> Void
  ) throws(DatabaseError) -> SystemThread {
    do {
      let thread = try SystemThread(body)
      thread.detach()
      return thread
    } catch {
      throw DatabaseError(.other, "no thread: \(error)")
    }
  }
}
