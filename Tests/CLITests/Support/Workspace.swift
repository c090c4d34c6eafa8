import EmuTestTools
import Foundation
import Testing

/// The folder in which a command runs, with a folder for temporary files.
final class Workspace {
  private let folder: TestFolder

  var url: URL { folder.url }

  init() throws {
    folder = try TestFolder()
    try FileManager.default.createDirectory(
      at: url.appending(path: "tmp"), withIntermediateDirectories: false)
  }

  /// Returns the sorted names in a folder of the workspace.
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

  /// Creates a symbolic link.
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

  /// Runs a command to its end, and returns what it said.
  func result(
    _ words: String..., folder: String = ""
  ) throws -> (code: Int32, output: String, errors: String) {
    let run = try Invocation(words, in: self, folder: folder)
    return (try run.exitCode(), run.output, run.errors)
  }

  /// Runs a command that must end with a code.
  @discardableResult
  func run(
    _ words: [String], folder: String = "", code: Int32 = 0
  ) throws -> (output: String, errors: String) {
    let run = try Invocation(words, in: self, folder: folder)
    #expect(try run.exitCode() == code, "\(words): \(run.output)\(run.errors)")
    return (run.output, run.errors)
  }

  /// Returns the permissions of a file.
  func mode(_ name: String) throws -> Int? {
    let path = url.appending(path: name).path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appending(path: name))
  }

  func write(_ data: Data, _ name: String) throws {
    try data.write(to: url.appending(path: name))
  }
}
