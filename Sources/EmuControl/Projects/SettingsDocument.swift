internal import EmuJSON
internal import EmuModel

/// The switches of a project by name, as a change of `settings` has them.
///
/// Its schema is generated from the switches' values.
struct SettingsDocument: JSONDescribed {
  let members: JSONObject

  init(from decoder: any Decoder) throws { members = try JSONObject(from: decoder) }

  static var jsonSchema: JSON { ["type": "object", "properties": .object(switches)] }

  /// The schemas of the profile and of each switch.
  fileprivate static var switches: JSONObject {
    var properties: JSONObject = ["profile": choice(Profile.allCases.map(\.rawValue))]
    for name in Switch.allCases {
      properties[name.rawValue] = choice(name.allowedValues.map(\.rawValue))
    }
    return properties
  }

  static let jsonExample: JSON = [:]

  private static func choice(_ names: [String]) -> JSON {
    ["type": "string", "enum": .array(names.map(JSON.string))]
  }
}

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
    var properties = SettingsDocument.switches
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
