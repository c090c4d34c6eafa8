internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

extension LoggedRequest {
  /// Returns the entry in the format of the API.
  ///
  /// Shape: `{id, time, operation?, project?, isOfApp, client?, localId?, email?, phoneNumber?,
  /// providerId?, session?, masked?, status, latencyMicroseconds, method, path,
  /// headers?: [{name, value}], request?, response?, unknownFields,
  /// decisions: [{rule, outcome, because}], advice?: [{text?, part?, name?}], scenario?}`;
  /// bodies as JSON where they are JSON and short, else as text.
  ///
  /// - Parameter bodies: true for headers and bodies; without them it has `error?`, the message of a
  ///   refusal.
  func document(showsSecrets: Bool, bodies: Bool = true) -> JSON {
    let shown = ShownRequest(self, showsSecrets: showsSecrets)
    var document = JSONObject()
    document["id"] = .string(id)
    document["time"] = .string(time.rfc3339)
    document["operation"] = annotations.operation.map(JSON.string)
    document["project"] = annotations.project.map(JSON.string)
    document["isOfApp"] = .bool(isOfApp)
    let parties = RequestParties(self, headers: shown.headers)
    document["client"] = parties.client.map(JSON.string)
    document["localId"] = parties.localID.map(JSON.string)
    document["email"] = parties.email.map(JSON.string)
    document["phoneNumber"] = parties.phoneNumber.map(JSON.string)
    document["providerId"] = parties.providerID.map(JSON.string)
    document["session"] = parties.session.map(JSON.string)
    if shown.isMasked { document["masked"] = true }
    document["status"] = .int(Int64(status.rawValue))
    document["latencyMicroseconds"] = .int(latencyMicroseconds)
    document["method"] = .string(request.method.rawValue)
    document["path"] = .string(shown.target)
    if bodies {
      document["headers"] = .array(
        shown.headers.map { ["name": .string($0.name), "value": .string($0.value)] })
      document["request"] = shown.request.document
      document["response"] = shown.response.document
    } else if status.rawValue >= 400 {
      document["error"] = shown.response.refusal.map(JSON.string)
    }
    document["unknownFields"] = .array(shown.annotations.unknownFields.map(JSON.string))
    document["decisions"] = .array(
      shown.annotations.decisions.map { note in
        [
          "rule": .string(note.rule), "outcome": .string(note.outcome),
          "because": .string(note.reason),
        ]
      })
    let cause = cause(among: shown.annotations.decisions)
    // `CODE`, or `CODE : detail`.
    let code = status.rawValue >= 400 ? shown.response.refusal?.prefix { $0 != " " } : nil
    let advice = Advice.on(cause, code: code.map(String.init))
    if !advice.isEmpty { document["advice"] = .array(advice.map(\.json)) }
    document["scenario"] =
      (cause.flatMap { Advice.scenarios[$0.rule] }
      ?? code.flatMap { Advice.scenarios[String($0)] }).map(JSON.string)
    return .object(document)
  }
}
