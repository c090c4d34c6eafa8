import EmuTestSupport
import EmuTestTools
import Foundation

/// One run of the command, in a temporary folder; killed with the object if it still runs.
final class Invocation {
  struct Timeout: Error, CustomStringConvertible {
    let description: String
  }

  private static let deadline = 120.0

  private let process = Process()
  private let outputFile: URL
  private let errorFile: URL
  let workspace: Workspace

  /// Starts the command in the folder, with its temporary files in `tmp`.
  ///
  /// - Parameters:
  ///   - line: the words, between spaces.
  ///   - more: words that may have spaces.
  ///   - folder: a subfolder to start in.
  init(
    _ line: String, _ more: [String] = [], in workspace: Workspace? = nil, folder: String = "",
    environment: [String: String] = [:]
  ) throws {
    self.workspace = workspace ?? Workspace()
    // Files rather than pipes, which would have to be read while the command runs.
    let name = UUID().uuidString
    let temporary = FileManager.default.temporaryDirectory
    outputFile = temporary.appending(path: "\(name).out")
    errorFile = temporary.appending(path: "\(name).err")
    for file in [outputFile, errorFile] { try Data().write(to: file) }
    process.executableURL = Binary.url
    process.arguments = line.split(whereSeparator: \.isWhitespace).map(String.init) + more
    process.currentDirectoryURL = self.workspace.url.appending(path: folder)
    // Nothing of the surroundings but the options of a sanitizer.
    process.environment = ProcessInfo.processInfo.environment
      .filter { $0.key.hasSuffix("SAN_OPTIONS") }
      .merging(["TMPDIR": self.workspace.url.appending(path: "tmp").path]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let files = try [outputFile, errorFile].map { try FileHandle(forWritingTo: $0) }
    process.standardOutput = files[0]
    process.standardError = files[1]
    try process.run()
    // The process has its own; these would stay open for as long as Foundation keeps it.
    for file in files { try file.close() }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    for file in [outputFile, errorFile] { try? FileManager.default.removeItem(at: file) }
  }

  var pid: Int32 { process.processIdentifier }

  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

  func exitCode() throws -> Int32 {
    try wait(for: "its end") { !process.isRunning }
    return process.terminationStatus
  }

  func stop(_ signal: Int32 = SIGTERM) throws -> Int32 {
    kill(pid, signal)
    return try exitCode()
  }

  /// Waits for the one line that `start --json` prints.
  func readyLine() throws -> JSON {
    try wait(for: "the ready line") { output.hasSuffix("\n") || !process.isRunning }
    return try JSON(parsing: Array(output.utf8))
  }

  /// The address of an emulator that is ready.
  var url: String { (try? readyLine())?["url"]?.string ?? "" }
  var port: UInt16 { url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }
  /// Calls the emulator as an app does.
  var app: SocketTransport { SocketTransport(port: port) }

  func wait(for what: String, until condition: () -> Bool) throws {
    let limit = Date.now.addingTimeInterval(Self.deadline)
    while !condition() {
      guard Date.now < limit else {
        throw Timeout(description: "waited in vain for \(what); it said: \(output)\(errors)")
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }
}
