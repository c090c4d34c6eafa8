internal import EmuHTTP
internal import EmuJSON

/// A row of the table of tools: a call of the emulator, and when a model uses it.
struct MCPTool: Sendable {
  enum Effect: Sendable {
    case reads
    /// Adds something; a second call adds more.
    case adds(String)
    /// Replaces or removes something; a second call changes nothing further.
    case sets(String)

    var sentence: String {
      switch self {
      case .reads: ""
      case .adds(let what): " Adds \(what)."
      case .sets(let what): " Replaces or removes \(what)."
      }
    }
  }

  let name: String
  /// The sentences for the model: when to use it, and what to do next.
  let about: String
  let effect: Effect
  let method: EmuHTTP.Method
  /// The complete path of the call, with its parameters in braces.
  let path: String
  /// The members of the body that the model sees; empty for all.
  let members: [String]
  /// Fields of the query that have this value in each call.
  let fixed: [String: String]
  /// True where `format=text` returns what people read, which a model reads in place of the JSON.
  let hasText: Bool

  /// - Parameter call: method and path, such as `GET clock`; a path without a slash at its beginning
  ///   is one of the control API.
  init(
    _ name: String, _ call: String, _ effect: Effect, _ about: String,
    members: [String] = [], fixed: [String: String] = [:], hasText: Bool = false
  ) {
    let words = call.split(separator: " ").map(String.init)
    method = EmuHTTP.Method(rawValue: words[0])
    path = words[1].hasPrefix("/") ? words[1] : "/emulator/v1/" + words[1]
    (self.name, self.effect, self.about) = (name, effect, about)
    (self.members, self.fixed, self.hasText) = (members, fixed, hasText)
  }

  var changes: Bool {
    if case .reads = effect { false } else { true }
  }

  /// Returns a text with the name of a tool in place of the call that it makes.
  ///
  /// - Parameter text: such as a refusal, which names the next call: `GET /emulator/v1/issuers lists them`.
  static func naming(callsIn text: String) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for index in words.indices.dropFirst().reversed() {
      let path = words[index].prefix { !",;)".contains($0) }
      let end = path.hasSuffix(".") || path.hasSuffix(":") ? path.dropLast() : path
      guard let tool = all.first(where: { $0.makes(words[index - 1], end) }) else { continue }
      words[index - 1...index] = [tool.name + words[index][end.endIndex...]]
    }
    return words.joined(separator: " ")
  }

  /// Returns true for the method and the path of this tool's call, with any values in its path.
  private func makes(_ method: String, _ path: Substring) -> Bool {
    let (parts, values) = (self.path.split(separator: "/"), path.split(separator: "/"))
    guard method == self.method.rawValue, parts.count == values.count, path.hasPrefix("/") else {
      return false
    }
    return zip(parts, values).allSatisfy { part, value in
      guard let end = part.lastIndex(of: "}") else { return part == value }
      return value.hasSuffix(part[end...].dropFirst())
    }
  }

  /// The annotations of `tools/list`. A second call of a tool that replaces changes nothing further.
  var hints: JSON {
    let replaces = if case .sets = effect { true } else { false }
    return [
      "readOnlyHint": .bool(!changes), "destructiveHint": .bool(replaces),
      "idempotentHint": .bool(replaces || !changes), "openWorldHint": false,
    ]
  }
}
