internal import EmuHTTP
internal import EmuJSON

extension ScenarioDocument.Step {
  /// What is wrong with an answer, as a sentence; nil for the one that is expected.
  func problem(
    with response: Response, _ variables: ScenarioVariables
  ) throws(ScenarioVariables.Unknown) -> String? {
    let status = Int64(response.status.rawValue)
    let body = (try? JSON(parsing: response.bytes ?? [])) ?? .null
    guard status == expect?.status ?? 200 else {
      let message = body["error"]?["message"]?.string ?? body["error"]?.string
      return "The status is \(status), not \(expect?.status ?? 200)"
        + (message.map { ": \($0.prefix(256))." } ?? ".")
    }
    for member in expect?.body ?? [:] {
      let found = body.member(at: member.key)
      let wanted = try variables.filled(member.value)
      guard !Self.matches(found, wanted) else { continue }
      return "\(member.key) is \(found?.serialized().prefix(256) ?? "absent"), not "
        + "\(wanted.isNull ? "absent" : wanted.serialized())."
    }
    if let because = expect?.because {
      let reasons = response.annotations?.decisions.map(\.because) ?? []
      guard reasons.contains(where: { $0.contains(because) }) else {
        return "No explanation has \"\(because)\": \(reasons.joined(separator: " "))"
      }
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

extension JSON {
  /// A member by a path of names and places, such as `users.0.email`.
  func member(at path: String) -> JSON? {
    path.split(separator: ".").reduce(Optional(self)) { tree, name in
      Int(name).flatMap { tree?[$0] } ?? tree?[String(name)]
    }
  }
}
