import Foundation

/// Waits a millisecond for another thread.
func pause() { Thread.sleep(forTimeInterval: 0.001) }

/// Deletes a store's files.
func remove(_ path: String) {
  for suffix in ["", "-wal", "-shm"] {
    try? FileManager.default.removeItem(atPath: path + suffix)
  }
}

/// A file of the repository.
func repositoryFile(_ path: String, from test: String = #filePath) throws -> [UInt8] {
  let root = URL(fileURLWithPath: test).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return Array(try Data(contentsOf: root.appendingPathComponent(path)))
}
