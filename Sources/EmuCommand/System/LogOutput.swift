internal import EmuServer
internal import EmuSystem
internal import Synchronization

/// Writes log lines to standard error without blocking a request for long.
///
/// A test harness may connect a pipe and never read it: a plain write would then block the request
/// thread forever. So a line that finds the pipe full waits shortly. If it remains full, or a disk
/// is, it and the following lines are skipped until there is room again.
final class LogOutput: Sendable {
  private struct State {
    /// The number of skipped lines.
    var omitted = 0
    /// True when the disk may have taken a part of a line.
    var isCut = false
  }

  /// Lines are written one at a time, so that they remain complete.
  private let state = Mutex(State())
  private let descriptor: Int32
  private let patience: Duration

  /// - Parameter patience: the time that the first line without room waits.
  init(descriptor: Int32 = STDERR_FILENO, patience: Duration = .milliseconds(100)) {
    self.descriptor = descriptor
    self.patience = patience
  }

  /// Writes a line of at most ``longestLine`` bytes.
  ///
  /// - Parameter note: returns the line about skipped lines, which is written before it.
  func write(_ line: TerminalText, noting note: (_ omitted: Int) -> TerminalText) {
    state.withLock { state in
      guard hasRoom(waiting: state.omitted == 0 ? patience : .zero) else {
        state.omitted += 1
        return
      }
      let notes: TerminalText = state.omitted == 0 ? "" : note(state.omitted) + "\n"
      let text = (state.isCut ? "\n" : "") + notes + line + "\n"
      do throws(LocalFile.Failure) {
        try LocalFile.put(Array(text.description.utf8), to: descriptor)
        state = State()
      } catch {
        state.omitted += 1
        state.isCut = true
      }
    }
  }

  /// Returns true when at least PIPE_BUF bytes can be written without blocking (poll(2), pipe(7)).
  private func hasRoom(waiting time: Duration) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let milliseconds = Int32(time / .milliseconds(1))
    // The one structure outlives the call.
    return unsafe poll(&request, 1, milliseconds) > 0 && request.revents & Int16(POLLOUT) != 0
  }

  /// The longest line in bytes, with room for the line about skipped lines. PIPE_BUF is 4,096 on Linux
  /// and 512 on macOS, where a longer line is merely not atomic.
  static let longestLine = 4000
}

/// A file of this user that replaces standard error; lines are appended.
struct LogFile: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = try CommandFailure.ofFile(try LocalFile.openToAppend(path)) {
      "The log \(path) cannot be written (\($0.reason)). Choose another path with --log-file FILE."
    }
  }

  func replaceStandardError() {
    dup2(descriptor, STDERR_FILENO)
    close(descriptor)
  }
}
