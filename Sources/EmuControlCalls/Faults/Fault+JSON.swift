package import EmuJSON
package import EmuModel
internal import EmuIdentity

extension Fault {
  /// The fault with its id and its remaining count; see ``FaultReport``.
  var json: JSON {
    var object: JSONObject = [
      "id": .string(id), "match": .object(match.json), "effect": .object(effect.json),
    ]
    object["remaining"] = remaining.map { .int(Int64($0)) }
    object["probability"] = chance.map { .double($0.probability) }
    object["seed"] = chance.map { .int($0.seed) }
    object["expiresAt"] = expiresAtMilliseconds.map {
      .string(Timestamp(milliseconds: $0).rfc3339)
    }
    return .object(object)
  }
}

extension Fault {
  /// Returns the body of `POST faults` for the rest of the fault, with its `id`.
  package func order(at now: Timestamp) -> JSONObject {
    var order = json.object ?? [:]
    order["remaining"] = nil
    order["times"] = remaining.map { .int(Int64($0)) }
    order["expiresAt"] = nil
    order["expiresInSeconds"] = expiresAtMilliseconds.map { end in
      .int(max(1, (end - now.milliseconds + 999) / 1000))
    }
    return order
  }
}

extension Fault.Match {
  fileprivate var json: JSONObject {
    var match = JSONObject()
    match.setText("operation", operation)
    match.setText("path", path)
    match.setText("project", project)
    match.setText("providerId", providerID)
    match.setText("endpoint", endpoint)
    match.setText("clientId", clientID)
    match.setText("sub", sub)
    match.setText("localId", localID)
    match.setText("email", email)
    return match
  }
}

extension Fault.Effect {
  fileprivate var json: JSONObject {
    var effect = JSONObject()
    effect.setText("defect", defect)
    effect["timeOffsetSeconds"] = timeOffsetSeconds.map(JSON.int)
    if let error {
      var failure: JSONObject = [
        "code": .int(Int64(error.code)), "message": .string(error.message),
      ]
      failure.setText("description", error.description)
      effect["error"] = .object(failure)
    }
    effect["status"] = status.map { .int(Int64($0)) }
    effect.setText("body", body)
    effect.setText("contentType", contentType)
    effect["delayMilliseconds"] = delayMilliseconds.map(JSON.int)
    effect["malformed"] = malformed.map(JSON.bool)
    effect["truncated"] = truncated.map(JSON.bool)
    effect["drop"] = drop.map(JSON.bool)
    effect["rateLimit"] = rateLimit.map { ["retryAfterSeconds": .int($0.retryAfterSeconds)] }
    return effect
  }
}
