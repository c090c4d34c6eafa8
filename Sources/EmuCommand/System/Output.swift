internal import EmuSystem

/// Writes results to standard output and messages to standard error.
///
/// Bytes are written directly to the descriptor: nothing remains in a buffer when the process ends.
enum Output {
  static func print(_ text: String) { put(text, to: STDOUT_FILENO) }

  /// Prints an error, after the name of the program.
  static func error(_ message: String, prefixed: Bool = true) {
    put(prefixed ? "auth-emulator: \(message)\n" : message, to: STDERR_FILENO)
  }

  /// Writes everything, or stops when no reader is left.
  static func put(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // The bytes are only read, and only during the call: write(2).
      let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}
