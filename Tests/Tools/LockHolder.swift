internal import Foundation

/// A Python process that holds the write lock of a SQLite file until it is released.
package final class LockHolder {
  private struct NoLock: Error {}

  private static let program = """
    import sqlite3, sys
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    print("locked", flush=True)
    sys.stdin.read()
    connection.execute("ROLLBACK")
    """

  private let process = Process()
  private let input = Pipe()

  /// Returns once the process has the lock.
  package init(path: String) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: NeedsTools.path(of: "python3"))
    process.arguments = ["-c", Self.program, path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    guard !output.fileHandleForReading.availableData.isEmpty else { throw NoLock() }
  }

  deinit { letGo() }

  package func letGo() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
