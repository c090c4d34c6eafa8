import EmuTestTools
import Foundation

/// The folder that a command runs in, with one for temporary files.
final class Workspace {
  private let folder: TestFolder

  var url: URL { folder.url }

  init() throws {
    folder = try TestFolder()
    try FileManager.default.createDirectory(
      at: url.appending(path: "tmp"), withIntermediateDirectories: false)
  }

  /// The names in a folder below, sorted.
  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.appending(path: folder).path).sorted()
  }

  /// The absolute path of a file or folder below, without links.
  func path(_ name: String = "") -> String {
    let root = url.resolvingSymlinksInPath().path
    return name.isEmpty ? root : "\(root)/\(name)"
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: url.appending(path: name), withIntermediateDirectories: true)
  }

  /// Makes a symbolic link.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appending(path: name).path, withDestinationPath: target)
  }

  func setMode(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: url.appending(path: name).path)
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  /// The permissions of a file.
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
