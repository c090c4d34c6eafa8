internal import EmuSQLite
internal import Synchronization

/// Reports the first failed change of a series, not each of them.
final class FailureNotices: Sendable {
  private let report: @Sendable (String) -> Void
  /// The reason of the last failure; nil after a change that succeeded.
  private let current = Mutex<StoreError.Code?>(nil)

  init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

  func recordSuccess() { current.withLock { $0 = nil } }

  func note(_ error: StoreError) {
    guard error.isUnavailable, error.code != .closed else { return }
    let isNews = current.withLock { current in
      defer { current = error.code }
      return current != error.code
    }
    if isNews { report(error.message) }
  }

  /// Reports that the log could not be emptied into the file; no data is lost.
  func report(closing error: DatabaseError, file: String) {
    guard error.code != .fileGone else {
      return report(
        """
        The data file \(file), or its -wal file, was removed or replaced while the emulator was \
        running. What that file held is not written to another place.
        """)
    }
    report(
      """
      The last changes stay in \(file)-wal (\(error.message)). Nothing is lost: the next start reads \
      them from there. Keep both files together until then.
      """)
  }
}
