import EmuServer
import EmuStore

/// A data file that could not take in its log at the end, because the disk is full for instance.
///
/// What was acknowledged is in the log, beside the file, and the next start reads both: so the end
/// is a good one, with a word about it.
struct UnmergedLog {
  let message: String

  /// nil for errors that mean more than this.
  init?(_ error: StoreError, location: Configuration.Location) {
    guard error.code == .diskFull || error.code == .other, let path = location.path else {
      return nil
    }
    message = """
      The changes in \(path)-wal could not be moved into \(path) (\(error.message)). Nothing is \
      lost: keep the two files together, make room, and start again.
      """
  }
}
