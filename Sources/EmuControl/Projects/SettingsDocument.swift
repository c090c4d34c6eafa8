internal import EmuJSON
internal import EmuModel

/// The switches of a project by name, as `settings` accepts and returns them.
///
/// Its schema is generated from the switches' values.
struct SettingsDocument: JSONDescribed {
  let members: JSONObject

  init(from decoder: any Decoder) throws { members = try JSONObject(from: decoder) }

  static var jsonSchema: JSON {
    var properties: JSONObject = ["profile": choice(Profile.allCases.map(\.rawValue))]
    for name in Switch.allCases {
      properties[name.rawValue] = choice(name.allowedValues.map(\.rawValue))
    }
    properties["warnings"] = [
      "type": "array", "items": ["type": "string"], "readOnly": true,
    ]
    return ["type": "object", "properties": .object(properties)]
  }

  static let jsonExample: JSON = [:]

  private static func choice(_ names: [String]) -> JSON {
    ["type": "string", "enum": .array(names.map(JSON.string))]
  }
}

/// The body of `apiKeys`.
struct APIKeyRegistration: Decodable {
  var apiKey: String
}
