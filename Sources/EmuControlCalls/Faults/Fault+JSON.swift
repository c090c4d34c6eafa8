package import EmuJSON
package import EmuModel
internal import EmuIdentity

extension Fault {
  /// The fault with its id and its remaining count; see ``FaultReport``.
  var json: JSON {
    var object: JSONObject = [
      "id": .string(id), "match": Self.tree(match), "effect": Self.tree(effect),
    ]
    object["remaining"] = remaining.map { .int(Int64($0)) }
    object["probability"] = chance.map { .double($0.probability) }
    object["seed"] = chance.map { .int($0.seed) }
    object["expiresAt"] = expiresAtMilliseconds.map {
      .string(Timestamp(milliseconds: $0).rfc3339)
    }
    return .object(object)
  }

  /// Returns the members of a match or effect, which have the API's names.
  private static func tree(_ part: some Encodable) -> JSON {
    // The parts are texts and numbers, so the encoding cannot fail.
    (try? JSON(parsing: JSONEncoding.encode(part))) ?? [:]
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
