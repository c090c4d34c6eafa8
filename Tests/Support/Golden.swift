package import EmuJSON
internal import EmuTestTools
package import Testing

/// Complete responses as files in the test target's `Goldens` folder (``GoldenFile``).
///
/// An unsigned token is shown by its claims, so that a golden is readable.
package enum Golden {
  /// Expects a value to equal `Goldens/{name}.json` of the target of the test's file.
  ///
  /// - Parameter masking: members at any depth whose values differ between runs.
  package static func expect(
    _ value: JSON, _ name: String, masking: Set<String> = [],
    file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = masked(value, masking).serialized(pretty: true, sortedKeys: true) + "\n"
    GoldenFile.expect(text, "\(name).json", file: file, sourceLocation: sourceLocation)
  }

  private static func masked(_ value: JSON, _ names: Set<String>) -> JSON {
    switch value {
    case .object(let object):
      var result = JSONObject()
      for member in object {
        result[member.key] = names.contains(member.key) ? "(masked)" : masked(member.value, names)
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
}
