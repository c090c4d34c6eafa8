import Foundation

/// A folder of a test's own, removed with the object.
final class Workspace {
  let url: URL

  init() throws {
    let parent = FileManager.default.temporaryDirectory
    url = parent.appending(path: "cli-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try FileManager.default.createDirectory(
      at: url.appending(path: "tmp"), withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names in a folder below, sorted.
  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.appending(path: folder).path).sorted()
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
