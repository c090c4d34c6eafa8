package import Foundation

/// The files of the repository, which tests read and, on request, write.
package enum Repository {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static func data(_ path: String) throws -> Data {
    try Data(contentsOf: root.appending(path: path))
  }

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  package static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: root.appending(path: path))
  }

  /// The paths of every file below a folder that has an ending, in order.
  package static func files(in folder: String, ending: String) throws -> [String] {
    let base = root.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: base.path)
      .filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  /// True when goldens and generated pages are written instead of compared.
  package static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
}
