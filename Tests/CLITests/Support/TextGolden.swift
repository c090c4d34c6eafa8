import EmuTestTools
import Foundation
import Testing

/// Texts as files in `Goldens`; `RECORD_GOLDENS=1` writes what differs, and fails the run.
enum TextGolden {
  static func expect(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Goldens/\(name).txt").standardized
    GoldensRead.note(url)
    let recorded = try? String(contentsOf: url, encoding: .utf8)
    guard recorded != text else { return }
    if Repository.isRecording {
      try Data(text.utf8).write(to: url)
      Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    } else {
      Issue.record(
        "\(name) differs from its golden.\n--- recorded\n\(recorded ?? "(none)")\n--- now\n\(text)",
        sourceLocation: sourceLocation)
    }
  }
}
