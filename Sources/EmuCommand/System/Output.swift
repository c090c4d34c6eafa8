internal import EmuSystem
internal import Synchronization

/// Writes results to standard output and messages to standard error.
///
/// Bytes are written directly to the descriptor: nothing remains in a buffer when the process ends.
enum Output {
  private static let failed = Atomic(false)

  /// True when a result could not be written completely.
  static var hasFailed: Bool { failed.load(ordering: .relaxed) }

  /// The columns of the terminal that shows standard output; nil where it is no terminal.
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
    let number = put(text, to: STDOUT_FILENO)
    // A reader that has ended, such as head(1), needs no more.
    guard ![0, EPIPE].contains(number) else { return }
    failed.store(true, ordering: .relaxed)
    error("The output cannot be written (\(Self.text(of: number))).")
  }

  /// Returns the system's words for the number of an error.
  static func text(of number: Int32) -> String {
    // strerror(3) returns a text of the C library, copied immediately.
    unsafe String(cString: strerror(number))
  }

  /// Prints an error, after the name of the program.
  static func error(_ message: TerminalText, prefixed: Bool = true) {
    put(prefixed ? "auth-emulator: \(message)\n" : message, to: STDERR_FILENO)
  }

  /// Writes everything, or returns the number of the error that ended it.
  @discardableResult
  static func put(_ text: TerminalText, to descriptor: Int32) -> Int32 {
    var rest = Array(text.description.utf8)[...]
    while !rest.isEmpty {
      // The bytes are only read, and only during the call: write(2).
      let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process has made the shared pipe or terminal non-blocking: poll(2).
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
