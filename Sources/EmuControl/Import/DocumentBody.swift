internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuYAML

/// The document in the body of a seed or an import.
enum DocumentBody {
  /// The content types of YAML.
  static let types = [
    "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml",
  ]

  /// Returns the body; one whose content type is YAML as the text of JSON.
  ///
  /// - Parameter isSeed: true for a body that must be a seed document.
  /// - Throws: an error with line and column for a text that is not YAML; one with the content type
  ///   for a seed that is probably YAML.
  static func read(_ request: Request, isSeed: Bool) throws -> any StoredBody {
    let body = request.storedBody ?? BytesBody(request.body)
    let type = (request.headers["Content-Type"] ?? "").prefix { $0 != ";" && $0 != " " }
    guard types.contains(type.lowercased()) else {
      let head = try body.bytes(from: body.byteOrderMark, count: ImportFormat.headLength)
      if isSeed, let first = head.first(where: { $0 > 0x20 }), first < 0x80,
        !"{[/".utf8.contains(first)
      {
        throw ControlError.invalid(
          "A seed in JSON begins with { or a comment. Send YAML with the content type application/yaml, "
            + "as commands do with a file whose name ends with .yaml.")
      }
      return body
    }
    guard body.count <= YAML.limit else { throw ControlError.invalid(YAML.limitProblem + ".") }
    let text = try body.bytes(from: 0, count: body.count)
    do throws(YAMLError) {
      return BytesBody(try YAML.json(text).serializedBytes())
    } catch {
      throw ControlError.invalid("The body is not YAML: \(error).")
    }
  }
}
