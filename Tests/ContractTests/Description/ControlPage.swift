import EmuHTTP
import EmuJSON

/// `docs/control-api.md`: each control call with its body, its response and an example.
struct ControlPage {
  private(set) var text = """
    # The control API

    Control the emulator from a test or a shell: all calls are under `/emulator/v1`, without a credential. Bodies and
    answers are JSON; an absent body is `{}`; `?` marks an optional member. A refusal is Google's envelope,
    `{"error": {"code", "message", "status"}}`, and its message names the next step. `GET /emulator/openapi.json`
    describes the same calls for programs. An unknown member of a body is refused, and so is an unknown or repeated
    field of a query, except in the official emulator's own calls.

    The examples run as they are on an emulator with the demo seed, as `scripts/start` starts it.

    This page is generated from that description: `RECORD_GOLDENS=1 swift test --filter ControlAPI` writes it. An `…`
    in an answer marks omitted members.

    """

  mutating func begin(_ section: String) { text += "\n## \(section)\n" }

  mutating func add(_ call: ControlCall, answer: JSON?) {
    text += "\n### `\(call.testDescription.replacing("/emulator/v1", with: ""))`\n"
    if let about = call.about { text += about + "\n" }
    let check = SchemaCheck(openAPI: call.document)
    var lines: [String] = []
    for parameter in call.operation["parameters"]?.array ?? [] where parameter["in"] == "query" {
      let name = parameter["name"]?.string ?? ""
      lines.append("- `?\(name)=`" + (parameter["description"]?.string.map { ": \($0)" } ?? ""))
    }
    if let schema = call.bodySchema {
      lines.append("- body: `\(Self.shape(schema, check, depth: 3, writing: true))`")
    }
    for type in call.bodyTypes { lines.append("- body: a file, `\(type)`") }
    if let schema = call.answerSchema {
      lines.append("- answer: `\(Self.shape(schema, check, depth: 3))`")
    }
    for type in call.answerTypes { lines.append("- answer: `\(type)`") }
    text += "\n" + lines.joined(separator: "\n") + "\n\n"
    let method = call.method == .get ? "" : " -X \(call.method.rawValue)"
    let file = call.bodyType.map { type in
      " -H 'Content-Type: \(type)' --data-binary @"
        + (type == "application/octet-stream" ? "users.ndjson" : "empty.sqlite")
    }
    let data = call.body.map { " -d '\($0.serialized())'" } ?? file ?? ""
    let preparation = Self.preparation(of: call)
    let target = call.target(["fault": "$id", "recording": "$id", "id": "$id"])
    let quote = target.contains("?") ? "'" : ""
    text +=
      "```sh\n\(preparation)curl\(method) \(quote)localhost:9099\(target)\(quote)\(data)\n```\n"
    if let answer { text += "```json\n\(Self.shortened(answer).serialized())\n```\n" }
  }

  /// Returns the commands that create the subject of a call, a line each; empty for data of the demo seed.
  private static func preparation(of call: ControlCall) -> String {
    let base = "localhost:9099/emulator/v1"
    func id(_ request: String) -> String {
      "id=$(curl -s \(request) | sed 's/.*\"id\":\"\\([^\"]*\\)\".*/\\1/')\n"
    }
    var lines = ""
    if call.path.contains("{snapshot}") {
      lines += "curl -s -X POST \(base)/snapshots -d '{\"name\":\"empty\"}'\n"
    }
    if call.bodyType == "application/octet-stream" {
      lines += "echo '{\"localId\":\"ann\"}' >users.ndjson\n"
    } else if call.bodyType != nil {
      lines += "curl -s \(base)/snapshots/empty:export -o empty.sqlite\n"
    }
    if call.path.contains("{fault}") {
      let issuer = call.path.contains("{issuer}") ? "/issuers/apple.com" : ""
      let fault = #"{"effect":{"defect":"expired"},"times":1}"#
      lines += id("-X POST \(base)\(issuer)/faults -d '\(fault)'")
    }
    if call.path.contains("{recording}") {
      lines += id("-X POST \(base)/recordings -d '{\"project\":\"demo-project\"}'")
    }
    if call.path.hasSuffix("/requests/{id}") {
      let signUp =
        "localhost:9099/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-api-key"
      lines += "curl -s '\(signUp)' -d '{\"email\":\"bob@example.com\"}'\n"
      lines += id("'\(base)/requests?limit=1'")
    }
    return lines
  }

  /// Returns a schema in short notation, such as `{now: string, frozen?: boolean}`.
  ///
  /// - Parameter writing: true to omit read-only members.
  private static func shape(
    _ schema: JSON, _ check: SchemaCheck, depth: Int, writing: Bool = false
  ) -> String {
    let schema = check.resolved(schema)
    if let names = schema["enum"]?.array {
      return names.map { $0.string ?? "" }.joined(separator: " or ")
    }
    switch schema["type"]?.string {
    case "array":
      return "[\(shape(schema["items"] ?? [:], check, depth: depth))]"
    case "object":
      guard let properties = schema["properties"]?.object else {
        let element = schema["additionalProperties"].map { shape($0, check, depth: depth - 1) }
        return element.map { "{name: \($0)}" } ?? "{}"
      }
      guard depth > 0 else { return "{…}" }
      let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
      let shown = properties.filter { !writing || $0.value["readOnly"] == nil }
      let members = shown.map { property in
        let mark = required.contains(property.key) ? "" : "?"
        return "\(property.key)\(mark): \(shape(property.value, check, depth: depth - 1))"
      }
      return "{\(members.joined(separator: ", "))}"
    case let type?: return type
    case nil:
      let forms = (schema["type"]?.array ?? []).map { type in
        var one = schema.object ?? [:]
        one["type"] = type
        return shape(.object(one), check, depth: depth)
      }
      return forms.isEmpty ? "any" : forms.joined(separator: " or ")
    }
  }

  private static let volatile: Set<String> = [
    "kid", "idToken", "accessToken", "refreshToken", "authorizationCode", "signature", "salt",
    "payload", "publicKeyUrl", "latencyMicroseconds", "uptimeSeconds", "id", "dataFile", "at_hash",
    "c_hash", "jti", "lastSignInTime", "instance", "folder", "request",
  ]

  private static func isVolatile(_ name: String, _ value: JSON) -> Bool {
    // The id of an issuer is its provider's id, which is the same in every run.
    if name == "id", value.string?.contains(".") == true { return false }
    return volatile.contains(name) && value.object == nil && !value.isNull
  }

  private static func shortened(_ value: JSON) -> JSON {
    switch value {
    case .object(let object):
      var result = JSONObject()
      for member in object {
        result[member.key] =
          isVolatile(member.key, member.value) ? "…" : shortened(member.value)
      }
      return .object(result)
    case .array(let elements):
      guard elements.count > 1, elements[0].object != nil else {
        return .array(elements.map(shortened))
      }
      return [shortened(elements[0]), "…"]
    case .string(let text) where text.count > 90: return .string(text.prefix(80) + "…")
    default: return value
    }
  }
}
