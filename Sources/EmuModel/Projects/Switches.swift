package struct Switches: Sendable, Hashable {
  /// The profile with the values of switches without an override.
  package private(set) var profile: Profile
  package private(set) var overrides: [Switch: SwitchValue]

  package init(profile: Profile, overrides: [Switch: SwitchValue] = [:]) {
    self.profile = profile
    self.overrides = overrides
  }

  package subscript(_ name: Switch) -> SwitchValue {
    overrides[name] ?? name.value(in: profile)
  }

  package func isOn(_ name: Switch) -> Bool { self[name] == .on }

  /// Sets one switch; the value must be one that the switch allows, or nil for the profile's.
  package mutating func set(_ name: Switch, to value: SwitchValue?) {
    if let value {
      precondition(name.allowedValues.contains(value), "\(name) cannot be \(value)")
    }
    overrides[name] = value
  }

  package mutating func set(profile: Profile) {
    self.profile = profile
    overrides = [:]
  }
}
