internal import EmuControlCalls
internal import EmuModel

struct SwitchList: Codable, Sendable {
  var switches: [Entry]

  struct Entry: Codable, Sendable {
    var name: String
    /// The effect of the switch when it is on.
    var about: String
    var values: [String]
    /// The values in the profiles.
    var compatible: String
    var production: String
  }
}

extension Control {
  func describeSettings(_ call: ControlCall) throws -> ControlAnswer<SwitchList> {
    let switches = Switch.allCases.map { item in
      SwitchList.Entry(
        name: item.rawValue, about: item.purpose, values: item.allowedValues.map(\.rawValue),
        compatible: item.value(in: .compatible).rawValue,
        production: item.value(in: .production).rawValue)
    }
    return try ControlAnswer(SwitchList(switches: switches))
  }
}
