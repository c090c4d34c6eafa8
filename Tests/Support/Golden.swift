package import EmuJSON
internal import EmuTestTools
internal import Foundation
package import Testing

/// Whole answers as files in the test target's `Goldens` folder.
///
/// An unsigned token is shown by its claims, so that a golden can be read.
///
/// `RECORD_GOLDENS=1` writes what differs, and fails the run: a recording is looked at before it is
/// believed.
package enum Golden {
  /// Expects a value to be the one in `Goldens/{name}.json` of the target of the test's file.
  ///
  /// - Parameter masking: members whose values differ from run to run, wherever they stand.
  package static func expect(
    _ value: JSON, _ name: String, masking: Set<String> = [],
    file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let url = folder(of: file).appending(path: "Goldens/\(name).json")
    let text = masked(value, masking).serialized([.pretty, .sortedKeys]) + "\n"
    GoldensRead.note(url)
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

  private static func masked(_ value: JSON, _ names: Set<String>) -> JSON {
    switch value {
    case .object(let object):
      var result = JSONObject()
      for member in object {
        result[member.key] =
          names.contains(member.key) ? "(masked)" : masked(member.value, names)
      }
      return .object(result)
    case .array(let elements): return .array(elements.map { masked($0, names) })
    case .string(let text) where text.hasPrefix(unsignedPrefix) && text.hasSuffix("."):
      return ["(unsigned token)": JSON.claims(ofToken: text)]
    default: return value
    }
  }

  /// The header of an unsigned token.
  private static let unsignedPrefix = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0."

  /// The folder of the test target, such as `Tests/EmuAPITests`.
  private static func folder(of file: String) -> URL {
    var url = URL(filePath: file).deletingLastPathComponent()
    while !url.lastPathComponent.hasSuffix("Tests"), url.pathComponents.count > 1 {
      url.deleteLastPathComponent()
    }
    return url
  }
}
