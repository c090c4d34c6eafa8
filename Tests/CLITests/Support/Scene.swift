import EmuJSON
import Testing

/// An emulator in a folder, and the commands that run there.
struct Scene {
  let workspace: Workspace
  let emulator: Invocation
  let port: UInt16

  init(_ arguments: [String] = []) throws {
    workspace = try Workspace()
    (emulator, port) = try Invocation.start(arguments, in: workspace)
  }

  /// Runs a command to its end.
  func run(_ words: String...) throws -> (code: Int32, output: String, errors: String) {
    try run(words)
  }

  /// Runs a command to its end.
  func run(_ words: [String]) throws -> (code: Int32, output: String, errors: String) {
    let run = try Invocation(words, in: workspace)
    return (try run.exitCode(), run.output, run.errors)
  }

  /// Returns a command's JSON output; a failure of the command fails the test.
  func json(_ words: String...) throws -> JSON {
    let run = try Invocation(words + ["--json"], in: workspace)
    #expect(try run.exitCode() == 0, "\(words): \(run.errors)")
    return try JSON(parsing: run.output)
  }
}
