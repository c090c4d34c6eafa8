internal import EmuJSON
internal import EmuYAML

extension LocalFile {
  /// The longest document of YAML, in bytes.
  private static let longestYAML = 8 << 20

  /// Returns true for a file whose name says that it is YAML.
  package static func isYAML(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// Reads a document of YAML, and returns it as the text of JSON.
  ///
  /// - Throws: `Failure` also for a text that is no YAML, with its line and column.
  package static func json(ofYAMLAt path: String) throws(Failure) -> [UInt8] {
    let text = try bytes(at: path, limit: longestYAML)
    guard text.count <= longestYAML else {
      throw Failure(
        reason: "YAML is read up to \(longestYAML >> 20) MB; JSON and NDJSON have no such limit")
    }
    do throws(YAMLError) {
      return try YAML.json(text).serializedBytes()
    } catch {
      throw Failure(inText: error.description)
    }
  }
}
