internal import EmuJSON
internal import EmuModel

extension Switches {
  /// The switches as the store and the control API write them.
  ///
  /// Shape: `{"profile":"compatible","recentLogin":"on"}`, with the switches that were set by
  /// themselves.
  var stored: String {
    var document = JSONObject()
    document["profile"] = .string(profile.rawValue)
    for (name, value) in overrides { document[name.rawValue] = .string(value.rawValue) }
    return JSON.object(document).serialized(sortedKeys: true)
  }

  /// Decodes stored switches; a text without a profile has the default one.
  init(stored text: String, profile: Profile) {
    let document = (try? JSON(parsing: text))?.object ?? JSONObject()
    self.init(
      profile: document["profile"]?.string.flatMap(Profile.init(rawValue:)) ?? profile)
    for name in Switch.allCases {
      if let value = document[name.rawValue]?.string.flatMap(SwitchValue.init(rawValue:)),
        name.allowedValues.contains(value)
      {
        set(name, to: value)
      }
    }
  }
}
