import EmuJSON
import EmuTestTools
import Foundation
import Testing

/// A suite whose tests have a workspace each.
class WorkspaceSuite {
  let workspace = Workspace()
}

/// The folder in which a command runs, with a folder for temporary files.
final class Workspace {
  private let folder: TestFolder

  var url: URL { folder.url }

  init() {
    do {
      folder = try TestFolder()
      try makeFolder("tmp")
    } catch {
      fatalError("\(error)")
    }
  }

  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.appending(path: folder).path).sorted()
  }

  /// Returns the absolute path of a file or folder, with links resolved.
  func path(_ name: String = "") -> String {
    let root = url.resolvingSymlinksInPath().path
    return name.isEmpty ? root : "\(root)/\(name)"
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: url.appending(path: name), withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appending(path: name).path, withDestinationPath: target)
  }

  func setMode(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: url.appending(path: name).path)
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// Starts an emulator on a free port and waits until it is ready.
  func start(_ flags: String = "--ephemeral") throws -> Invocation {
    let emulator = try Invocation("start --json --port 0 \(flags)", in: self)
    _ = try emulator.readyLine()
    return emulator
  }

  /// Starts an emulator, does something, and stops it.
  ///
  /// - Returns: what was printed on standard error.
  @discardableResult
  func serve(_ flags: String, _ body: (_ url: String) throws -> Void = { _ in }) throws -> String {
    let emulator = try start(flags)
    try body(emulator.url)
    #expect(try emulator.stop() == 0, "\(emulator.errors)")
    return emulator.errors
  }

  /// Runs a command that must end with a code.
  ///
  /// - Parameters:
  ///   - line: the words, between spaces.
  ///   - more: words that may have spaces.
  ///   - words: a part of what it must print on standard error.
  @discardableResult
  func run(
    _ line: String, _ more: [String] = [], folder: String = "", environment: [String: String] = [:],
    code: Int32 = 0, saying words: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let run = try result(line, more, folder: folder, environment: environment)
    let comment: Comment = "\(line) \(more): \(run)"
    #expect(run.code == code, comment, sourceLocation: sourceLocation)
    #expect(words.isEmpty || run.errors.contains(words), comment, sourceLocation: sourceLocation)
    return run
  }

  /// Runs a command that must fail with these words.
  @discardableResult
  func fail(
    _ line: String, _ words: String, code: Int32 = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    try run(line, code: code, saying: words, sourceLocation: sourceLocation)
  }

  func result(
    _ line: String, _ more: [String] = [], folder: String = "", environment: [String: String] = [:]
  ) throws -> Run {
    let run = try Invocation(line, more, in: self, folder: folder, environment: environment)
    return Run(code: try run.exitCode(), output: run.output, errors: run.errors)
  }

  /// Returns the JSON output of a command that must succeed.
  func json(
    _ line: String, _ more: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    try JSON(parsing: run(line, more + ["--json"], sourceLocation: sourceLocation).output)
  }

  /// Returns the ids of the users that a command lists with these flags.
  func uids(_ flags: String) throws -> [String] {
    try (json("users \(flags)")["users"]?.array ?? []).compactMap { $0["localId"]?.string }
  }

  func add(_ text: String, _ name: String, _ flags: String = "--data x.sqlite") throws {
    try write(text, name)
    try run("import \(name) \(flags)")
  }

  func mode(_ name: String) throws -> Int? {
    let path = url.appending(path: name).path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appending(path: name))
  }

  func write(_ data: Data, _ name: String) throws { try data.write(to: url.appending(path: name)) }

  func write(_ text: String, _ name: String) throws { try write(Data(text.utf8), name) }

  func copyInput(_ name: String, as target: String) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: tests.appending(path: "Inputs/\(name)"), to: url.appending(path: target))
  }
}

struct Run {
  let code: Int32
  let output: String
  let errors: String
}
