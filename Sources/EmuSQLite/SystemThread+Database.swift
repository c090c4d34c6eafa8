internal import EmuThread

extension SystemThread {
  /// A thread that ends by itself.
  ///
  /// - Throws: `other` when the system refuses another thread.
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
