internal import EmuJSON
internal import EmuModel

/// Every switch of a project by name, as `settings` returns them.
struct SettingsReport: JSONDescribed, Encodable {
  private var members = JSONObject()

  /// - Parameter warning: the warning of a call that created the project.
  init(of switches: Switches, warning: String? = nil) {
    members["profile"] = .string(switches.profile.rawValue)
    for name in Switch.allCases { members[name.rawValue] = .string(switches[name].rawValue) }
    if let warning { members["warnings"] = [.string(warning)] }
  }

  init(from decoder: any Decoder) throws { members = try JSONObject(from: decoder) }

  func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }

  static var jsonSchema: JSON {
    var properties = SwitchChange.switches
    let required = properties.keys.map(JSON.string)
    properties["warnings"] = ["type": "array", "items": ["type": "string"]]
    return [
      "type": "object", "properties": .object(properties), "required": .array(required),
    ]
  }

  static let jsonExample: JSON = [:]
}

struct APIKeyRegistration: Decodable {
  var apiKey: String
}
