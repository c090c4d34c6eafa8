internal import EmuJSON
internal import EmuYAML

extension LocalFile {
  /// Returns true for a file whose name says that it is YAML.
  package static func isYAML(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// Reads a document of YAML, and returns it as the text of JSON.
  ///
  /// - Throws: `Failure` also for a text that is no YAML, with its line and column.
  package static func json(ofYAMLAt path: String) throws(Failure) -> [UInt8] {
    let text = try bytes(at: path, limit: YAML.limit)
    guard text.count <= YAML.limit else { throw Failure(reason: YAML.limitProblem) }
    do throws(YAMLError) {
      return try YAML.json(text).serializedBytes()
    } catch {
      throw Failure(inText: error.description)
    }
  }
}
