internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

extension ScenarioDocument.Step {
  /// Returns the problem with a response, as a sentence; nil for the expected one.
  func problem(
    with response: Response, _ variables: ScenarioVariables
  ) throws(ScenarioVariables.Problem) -> String? {
    let status = Int64(response.status.rawValue)
    let answer = ScenarioAnswer(response)
    let body = answer.tree
    guard status == expect?.status ?? 200 else {
      let message = body["error"]?["message"]?.string ?? body["error"]?.string
      return "The status is \(status), not \(expect?.status ?? 200)"
        + (message.map { ": \($0.prefix(256))\($0.hasSuffix(".") ? "" : ".")" } ?? ".")
    }
    var variables = variables
    for member in expect?.body ?? [:] {
      let found = answer.value(at: try variables.filled(member.key))
      let wanted = try variables.filled(member.value)
      guard !Self.matches(found, wanted) else { continue }
      return "\(member.key.prefix(256)) is \(found?.serialized().prefix(256) ?? "absent"), not "
        + "\(wanted.isNull ? "absent" : wanted.serialized().prefix(256))."
    }
    if let reason = expect?.reason {
      let reasons = response.annotations?.decisions.map(\.reason.text) ?? []
      guard reasons.contains(where: { $0.contains(reason) }) else {
        return "No explanation has \"\(reason)\": \(reasons.joined(separator: " "))"
      }
    }
    return nil
  }

  /// Sets the variables that the step captures.
  ///
  /// - Returns: the missing value, as a sentence.
  func capture(
    _ response: Response, _ variables: inout ScenarioVariables
  ) throws(ScenarioVariables.Problem) -> String? {
    let answer = ScenarioAnswer(response)
    var filling = variables
    for (path, name) in capture ?? [:] {
      let path = try filling.filled(path)
      guard let value = answer.value(at: path) else {
        return "The answer has no \(path.prefix(256)) for the variable \(name.prefix(64))."
      }
      try variables.set(name, to: value.string ?? value.serialized())
    }
    return nil
  }

  private static func matches(_ found: JSON?, _ wanted: JSON) -> Bool {
    if wanted.isNull { return found == nil || found?.isNull == true }
    if let text = wanted.string, text.hasSuffix("*") {
      guard let found else { return false }
      return text == "*" || found.string?.hasPrefix(text.dropLast()) == true
    }
    return found == wanted
  }
}
