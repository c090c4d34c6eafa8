#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a person or a script reads: standard output for what was asked for, standard error for
/// the rest.
///
/// Bytes go straight to the descriptor: nothing is left in a buffer when the process ends.
enum Output {
  static func print(_ text: String) { put(text, to: STDOUT_FILENO) }

  /// Prints what went wrong, after the name of the program.
  static func error(_ message: String, prefixed: Bool = true) {
    put(prefixed ? "auth-emulator: \(message)\n" : message, to: STDERR_FILENO)
  }

  /// Writes everything, or gives up where nobody can read it any more.
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
