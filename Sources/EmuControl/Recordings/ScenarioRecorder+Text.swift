internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

extension ScenarioRecorder {
  /// The depth to which nested addresses are parsed.
  private static let deepest = 3
  /// Shorter texts are words, or chosen by a test.
  private static let shortestToken = 16

  /// Returns a text of a request with variables.
  ///
  /// - Parameters:
  ///   - name: the member or field of the text.
  ///   - beside: the object that contains the member.
  mutating func template(
    _ text: String, _ name: String, in exchange: RecordedExchange, beside: JSON, depth: Int = 0
  ) -> RecordedTemplate {
    guard !RecordedNames.isPassword(name) else { return RecordedTemplate(text) }
    if let whole = whole(text, name) { return whole }
    if let code = code(text, name, in: exchange, beside: beside) { return code }
    if RecordedNames.isToken(name), let missing = missing(text, name, exchange) { return missing }
    if depth < Self.deepest, text.utf8.contains(UInt8(ascii: "=")) {
      let assigned = assignments(text, in: exchange, depth: depth + 1)
      if assigned.hasVariables { return assigned }
    }
    return addresses(RecordedTemplate(text))
  }

  /// Returns the text with variables in `name=value` after each `?`, `&` and `#`. Parts without
  /// variables are unchanged.
  mutating func assignments(
    _ text: String, in exchange: RecordedExchange, depth: Int
  ) -> RecordedTemplate {
    var result = RecordedTemplate([])
    var rest = text.utf8[...]
    while true {
      let piece = rest.prefix { !"?&#".utf8.contains($0) }
      result = result + assignment(String(Substring(piece)), in: exchange, depth: depth)
      rest = rest[piece.endIndex...]
      guard let separator = rest.first else { return result }
      result = result + RecordedTemplate(String(UnicodeScalar(separator)))
      rest = rest.dropFirst()
    }
  }

  private mutating func assignment(
    _ piece: String, in exchange: RecordedExchange, depth: Int
  ) -> RecordedTemplate {
    guard let sign = piece.firstIndex(of: "=") else { return addresses(RecordedTemplate(piece)) }
    let name = PercentEncoding.decode(piece[..<sign])
    let written = piece[piece.index(after: sign)...]
    let start = RecordedTemplate(String(piece[...sign]))
    if name == "key" || name == "apiKey" {
      return start + (apiKeys[PercentEncoding.decode(written)]?.encoded ?? .variable("key"))
    }
    let value = template(
      PercentEncoding.decode(written), name, in: exchange, beside: .null, depth: depth)
    return start
      + (value.hasVariables || value.raw != PercentEncoding.decode(written)
        ? value.encoded : RecordedTemplate(String(written)))
  }

  /// Returns the variable of a complete text: the project, a key, or a generated value.
  private mutating func whole(_ text: String, _ name: String) -> RecordedTemplate? {
    if text == start.project { return .variable("project") }
    if text == ImpliedAPIKey.of(start.project) { return .variable("key") }
    if let key = apiKeys[text] { return key }
    if let variable = values.variable(for: text) { return .variable(variable) }
    // Pages and addresses have no members, so the text before the value identifies it.
    guard RecordedNames.isToken(name) || ["state", "nonce", "sessionId"].contains(name),
      text.utf8.count >= 8, !values.isConstant(text)
    else { return nil }
    for (number, exchange) in zip(exchanges.indices, exchanges).reversed() {
      guard let path = exchange?.answer.path(toText: text) else { continue }
      let variable = values.capture(path, of: number, as: name)
      values.set(variable, for: text)
      return .variable(variable)
    }
    return nil
  }

  /// Returns the replacement for a token that no response contains; nil if it may stay.
  private mutating func missing(
    _ text: String, _ name: String, _ exchange: RecordedExchange
  ) -> RecordedTemplate? {
    guard text.utf8.count >= Self.shortestToken, !values.isConstant(text),
      !RecordedNames.isWrittenByClient(text)
    else { return nil }
    let step = "Step \(nextNumber) (\(exchange.operation))"
    guard !exchange.isRefused else {
      warn(
        "\(step) sends a \(name) from before the recording, which was refused. The scenario sends a "
          + "generated one; begin the recording earlier if the refusal is another then.")
      return RecordedTemplate("unknown-\(name)")
    }
    warn(
      "\(step) sends a \(name) that no answer of the recording has. Begin the recording before the "
        + "request that made it; until then the step fails: no step sets the variable missing-\(name)."
    )
    return .variable("missing-\(name)")
  }

  /// Returns a document with the scenario's project in place of the recorded one.
  func named(_ tree: JSON) -> JSON {
    tree.mapTexts { text in
      text == start.project ? "${project}" : addresses(RecordedTemplate(text)).raw
    }
  }

  /// Replaces the emulator's address, and the project in names of resources and in domains.
  func addresses(_ template: RecordedTemplate) -> RecordedTemplate {
    var result = template
    for base in bases.sorted() {
      result = result.replacing(base, with: .variable("url"))
      if let host = base.split(separator: "/").last, host.contains(":") {
        result = result.replacing(String(host), with: .variable("host"))
      }
    }
    for (before, after) in [("projects/", "/"), ("", ".firebaseapp.com"), ("", ".web.app")] {
      result = result.replacing(
        before + start.project + after,
        with: RecordedTemplate(before) + .variable("project") + RecordedTemplate(after))
    }
    return result
  }
}
