internal import Foundation
package import Testing

/// Texts as files in the `Goldens` folder of a test target.
///
/// `RECORD_GOLDENS=1` writes differences, and fails the run: a recording must be reviewed.
package enum GoldenFile {
  /// Expects a text to be the one in `Goldens/{name}` of the target of the test's file.
  package static func expect(
    _ text: String, _ name: String, file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let url = folder(of: file).appending(path: "Goldens/\(name)")
    note(url)
    let recorded = try? String(contentsOf: url, encoding: .utf8)
    guard recorded != text else { return }
    if Repository.isRecording {
      record(text, at: url, sourceLocation)
    } else {
      Issue.record(
        "\(name) differs from its golden.\n--- recorded\n\(recorded ?? "(none)")\n--- now\n\(text)",
        sourceLocation: sourceLocation)
    }
  }

  /// Adds a golden to the file that `GOLDENS_READ` names, for scripts/test, which fails on one that no
  /// test compares; does nothing without the variable.
  private static func note(_ golden: URL) {
    guard let path = ProcessInfo.processInfo.environment["GOLDENS_READ"],
      let file = OutputStream(toFileAtPath: path, append: true)
    else { return }
    file.open()
    defer { file.close() }
    // One write of one line, at the end of the file: tests run side by side, in several processes.
    let line = Array((golden.standardizedFileURL.path + "\n").utf8)
    // The bytes are only read, and only during the call.
    _ = unsafe file.write(line, maxLength: line.count)
  }

  private static func record(_ text: String, at url: URL, _ location: SourceLocation) {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      Issue.record("recorded \(url.lastPathComponent)", sourceLocation: location)
    } catch {
      Issue.record(error, sourceLocation: location)
    }
  }

  /// The folder of the test target, such as `Tests/EmuAPITests`.
  private static func folder(of file: String) -> URL {
    var url = URL(filePath: file).deletingLastPathComponent()
    while !url.lastPathComponent.hasSuffix("Tests"), url.pathComponents.count > 1 {
      url.deleteLastPathComponent()
    }
    return url
  }
}
