package import Foundation

/// Records the goldens that a run of the tests has read, for scripts/test, which fails on one that
/// no test compares.
package enum GoldensRead {
  /// Adds a line to the file that `GOLDENS_READ` names; does nothing without the variable.
  package static func note(_ golden: URL) {
    guard let path = ProcessInfo.processInfo.environment["GOLDENS_READ"],
      let file = OutputStream(toFileAtPath: path, append: true)
    else { return }
    file.open()
    defer { file.close() }
    // One write of one line, at the end of the file: tests run side by side, in several processes.
    let line = Array((golden.standardizedFileURL.path + "\n").utf8)
    // The bytes are only read, and only during the call.
    _ = unsafe file.write(line, maxLength: line.count)
  }
}
