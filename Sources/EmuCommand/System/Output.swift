internal import EmuServer
internal import EmuSystem
internal import Synchronization

/// Writes results to standard output and messages to standard error.
///
/// Bytes are written directly to the descriptor: nothing remains in a buffer when the process ends.
enum Output {
  private static let failed = Atomic(false)

  /// True when a result could not be written completely.
  static var hasFailed: Bool { failed.load(ordering: .relaxed) }

  /// The columns of the terminal that shows standard output; nil where it is not a terminal.
  static var width: Int? {
    #if os(Linux)
      let windowSize = UInt(TIOCGWINSZ)
    #else
      // A macro that is not imported: <sys/ttycom.h>.
      let windowSize: UInt = 0x4008_7468
    #endif
    var size = winsize()
    // Fills in the size, or fails for a file or a pipe: tty_ioctl(4).
    guard unsafe ioctl(STDOUT_FILENO, windowSize, &size) == 0, size.ws_col > 1 else {
      return nil
    }
    return Int(size.ws_col)
  }

  static func print(_ text: TerminalText) {
    do throws(LocalFile.Failure) {
      try LocalFile.put(Array(text.description.utf8), to: STDOUT_FILENO)
    } catch {
      // A reader that has ended, such as head(1), needs no more.
      guard error.number != EPIPE else { return }
      failed.store(true, ordering: .relaxed)
      Output.error("The output cannot be written (\(error.reason)).")
    }
  }

  /// Prints an error, after the name of the program.
  static func error(_ message: TerminalText, prefixed: Bool = true) {
    put(prefixed ? "auth-emulator: \(message)\n" : message, to: STDERR_FILENO)
  }

  /// Writes a text that nothing depends on.
  static func put(_ text: TerminalText, to descriptor: Int32) {
    try? LocalFile.put(Array(text.description.utf8), to: descriptor)
  }
}
