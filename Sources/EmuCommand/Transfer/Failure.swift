import EmuServer
import Synchronization

/// The first failure of writing data that arrive on another thread.
final class Failure: Sendable {
  private let first = Mutex<LocalFile.Failure?>(nil)

  /// Does something unless something failed before.
  ///
  /// - Returns: true to continue.
  func keep(_ body: () throws(LocalFile.Failure) -> Void) -> Bool {
    do throws(LocalFile.Failure) {
      try body()
      return true
    } catch {
      first.withLock { $0 = $0 ?? error }
      return false
    }
  }

  func check() throws(ClientFailure) {
    guard let failure = first.withLock({ $0 }) else { return }
    throw ClientFailure(
      message: "The file cannot be written (\(failure.reason)). Make room, or name another one.")
  }
}
