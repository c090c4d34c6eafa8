package import Foundation

/// A program of the system's, run to its end; a test that runs one names it with ``NeedsTools``.
package enum Tool {
  package struct Outcome: Sendable {
    package var status: Int32
    package var output: String
  }

  /// - Parameter folder: its current one; nil for that of the tests.
  /// - Parameter input: the standard input.
  package static func run(
    _ name: String, _ arguments: [String], in folder: URL? = nil, input: String = ""
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: NeedsTools.path(of: name))
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let (written, read) = (Pipe(), Pipe())
    process.standardInput = written
    process.standardOutput = read
    process.standardError = FileHandle.nullDevice
    try process.run()
    try written.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try written.fileHandleForWriting.close()
    let output = try read.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }
}
