extension Config {
  /// The regions that a project or tenant sends text messages to; without either list all.
  package struct SmsRegions: Codable, Sendable, Hashable {
    package struct AllowByDefault: Codable, Sendable, Hashable {
      package var disallowedRegions: [String]?
    }

    package struct AllowlistOnly: Codable, Sendable, Hashable {
      package var allowedRegions: [String]?
    }

    package var allowByDefault: AllowByDefault?
    package var allowlistOnly: AllowlistOnly?
  }
}

extension Config.SmsRegions {
  package func contains(_ phoneNumber: String) -> Bool {
    let region = PhoneRegion.code(of: phoneNumber)
    func has(_ list: [String]?) -> Bool? {
      region.map { region in list?.contains { $0.uppercased() == region } ?? false }
    }
    if let allowlistOnly { return has(allowlistOnly.allowedRegions) ?? false }
    return has(allowByDefault?.disallowedRegions).map { !$0 } ?? true
  }

  /// Removes the previous kind of list after an update with the other kind.
  mutating func settle(after update: Config.SmsRegions?) {
    guard allowByDefault != nil, allowlistOnly != nil, let update else { return }
    if update.allowlistOnly == nil { allowlistOnly = nil }
    if update.allowByDefault == nil { allowByDefault = nil }
  }
}

extension Config.SmsRegions: ConfigSection {
  package func check() throws(ConfigProblem) {
    guard allowByDefault == nil || allowlistOnly == nil else {
      throw ConfigProblem("smsRegionConfig has either allowByDefault or allowlistOnly.")
    }
    for (path, regions) in [
      ("allowByDefault.disallowedRegions", allowByDefault?.disallowedRegions),
      ("allowlistOnly.allowedRegions", allowlistOnly?.allowedRegions),
    ] {
      for (index, region) in (regions ?? []).enumerated() where !PhoneRegion.isCode(region) {
        throw ConfigProblem(
          at: "\(path)[\(index)]", "Invalid region code.", "INVALID_REGION_CODE")
      }
    }
  }
}
