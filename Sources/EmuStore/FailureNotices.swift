internal import EmuSQLite
internal import Synchronization

/// Says once that changes fail, and not with each of them.
final class FailureNotices: Sendable {
  private let report: @Sendable (String) -> Void
  /// Why the last change failed; nil after one that succeeded.
  private let current = Mutex<StoreError.Code?>(nil)

  init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

  func noteSuccess() { current.withLock { $0 = nil } }

  func note(_ error: StoreError) {
    guard error.isUnavailable, error.code != .closed else { return }
    let isNews = current.withLock { current in
      defer { current = error.code }
      return current != error.code
    }
    if isNews { report(error.message) }
  }

  /// Says why the log was not emptied into the file; nothing is lost by it.
  func report(closing error: DatabaseError, file: String) {
    guard error.code != .fileGone else {
      return report(
        """
        The data file \(file) was removed or replaced while the emulator was running. What it held \
        is not written to another place.
        """)
    }
    report(
      """
      The last changes stay in \(file)-wal (\(error.message)). Nothing is lost: the next start reads \
      them from there. Keep both files together until then.
      """)
  }
}
