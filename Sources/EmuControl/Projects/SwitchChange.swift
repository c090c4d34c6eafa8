internal import EmuJSON
internal import EmuModel

/// A change of switches, in the format of `PATCH settings` and seeds.
///
/// Format: `{"profile":"production","recentLogin":"warn"}`; the profile is applied first. The schema is
/// generated from the switches' values.
struct SwitchChange: JSONDescribed, Sendable {
  private var profile: Profile?
  private var values: [Switch: SwitchValue] = [:]

  /// A null member counts as absent.
  init(from decoder: any Decoder) throws {
    func fail(_ name: String, _ message: String) -> DecodingError {
      .dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + [TreeKey(stringValue: name)], debugDescription: message))
    }
    func value<T: RawRepresentable<String>>(
      _ allowed: [T], _ member: JSONObject.Member
    ) throws -> T {
      if let match = allowed.first(where: { $0.rawValue == member.value.string }) { return match }
      let names = allowed.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw fail(member.key, "the value must be one of \(names)")
    }
    for member in try JSONObject(from: decoder) where !member.value.isNull {
      let name = member.key
      if name == "profile" {
        profile = try value(Profile.allCases, member)
      } else if let known = Switch(rawValue: name) {
        values[known] = try value(known.allowedValues, member)
      } else {
        let names = ["profile"] + Switch.allCases.map(\.rawValue)
        let near = NearestNames.of(name, among: names).joined(separator: " or ")
        let hint = near.isEmpty ? "use one of " : "did you mean \(near)? The switches are "
        throw fail(name, "there is no such switch; \(hint)\(names.joined(separator: ", "))")
      }
    }
  }

  static var jsonSchema: JSON { ["type": "object", "properties": .object(switches)] }

  /// The schemas of the profile and of each switch.
  static var switches: JSONObject {
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

  func apply(to switches: inout Switches) {
    if let profile { switches.set(profile: profile) }
    for (name, value) in values { switches.set(name, to: value) }
  }
}
