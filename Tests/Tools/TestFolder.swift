package import Foundation

/// A folder of a test's own, removed with the object.
package final class TestFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "emu-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns the path of a file in it, which need not exist.
  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file and returns its path.
  package func write(_ data: Data, _ name: String) throws -> String {
    try data.write(to: url.appending(path: name))
    return path(name)
  }
}

/// A suite whose tests have a folder each.
open class FolderSuite {
  package let folder: TestFolder
  /// The path of a data file in it.
  package var path: String { folder.path("emulator.sqlite") }

  package init() throws { folder = try TestFolder() }
}
