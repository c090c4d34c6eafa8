internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuYAML

/// The document in the body of a seed or an import.
enum DocumentBody {
  /// The longest document of YAML, in bytes.
  private static let longestYAML = 16 << 20
  private static let types = [
    "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml",
  ]

  /// Returns the body; one whose content type is YAML as the text of JSON.
  ///
  /// - Throws: an error with line and column for a text that is not YAML.
  static func read(_ request: Request) throws -> any StoredBody {
    let body = request.storedBody ?? BytesBody(request.body)
    let type = (request.headers["Content-Type"] ?? "").prefix { $0 != ";" && $0 != " " }
    guard types.contains(type.lowercased()) else { return body }
    guard body.count <= longestYAML else {
      throw ControlError.invalid(
        "YAML is read up to \(longestYAML >> 20) MB; JSON and NDJSON have no such limit.")
    }
    let text = try body.bytes(from: 0, count: body.count)
    do throws(YAMLError) {
      return BytesBody(try YAML.json(text).serializedBytes())
    } catch {
      throw ControlError.invalid("The body is not YAML: \(error).")
    }
  }
}
