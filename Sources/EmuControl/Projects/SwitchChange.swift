internal import EmuJSON
internal import EmuModel

/// A change of switches, in the format of `PATCH settings` and seeds.
///
/// Format: `{"profile":"production","recentLogin":"warn"}`; the profile is applied first.
struct SwitchChange: Sendable {
  private var profile: Profile?
  private var values: [Switch: SwitchValue] = [:]

  /// A null member counts as absent.
  init(_ document: JSONObject) throws(DocumentError) {
    for member in document where !member.value.isNull {
      let name = member.key
      if name == "profile" {
        profile = try Self.value(
          Profile.allCases.map { ($0.rawValue, $0) }, member.value, of: name)
      } else if let known = Switch(rawValue: name) {
        values[known] = try Self.value(
          known.allowedValues.map { ($0.rawValue, $0) }, member.value, of: name)
      } else {
        let names = ["profile"] + Switch.allCases.map(\.rawValue)
        let near = NearestNames.of(name, among: names).joined(separator: " or ")
        let hint = near.isEmpty ? "use one of " : "did you mean \(near)? The switches are "
        throw DocumentError(
          field: name, message: "there is no such switch; \(hint)\(names.joined(separator: ", "))")
      }
    }
  }

  private static func value<T>(
    _ allowed: [(String, T)], _ value: JSON, of name: String
  ) throws(DocumentError) -> T {
    if let match = allowed.first(where: { $0.0 == value.string }) { return match.1 }
    let names = allowed.map { "\"\($0.0)\"" }.joined(separator: ", ")
    throw DocumentError(field: name, message: "the value must be one of \(names)")
  }

  func apply(to switches: inout Switches) {
    if let profile { switches.set(profile: profile) }
    for (name, value) in values { switches.set(name, to: value) }
  }
}
