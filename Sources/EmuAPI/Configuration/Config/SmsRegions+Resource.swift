internal import EmuJSON
internal import EmuModel

extension SmsRegions {
  /// Reads the published configuration of a project or tenant.
  ///
  /// Called only for text messages, so other calls do not parse it.
  init(of config: ProjectConfig) {
    let document = (try? JSON(parsing: config.document)) ?? .null
    self.init(resource: document["smsRegionConfig"])
  }

  /// Format: `{"allowByDefault":{"disallowedRegions":["DE"]}}` or
  /// `{"allowlistOnly":{"allowedRegions":["US"]}}`.
  init(resource: JSON?) {
    func regions(_ list: JSON?) -> Set<String> {
      Set((list?.array ?? []).compactMap { $0.string?.uppercased() })
    }
    if let list = resource?["allowlistOnly"] {
      self = .only(regions(list["allowedRegions"]))
    } else if let list = resource?["allowByDefault"] {
      self = .allBut(regions(list["disallowedRegions"]))
    } else {
      self = .all
    }
  }

  /// Removes the previous kind of list after an update with the other kind.
  static func settle(_ document: inout JSONObject, after update: JSONObject) {
    guard let merged = document["smsRegionConfig"], merged["allowByDefault"] != nil,
      merged["allowlistOnly"] != nil
    else { return }
    let isAllowlist = update["smsRegionConfig"]?["allowlistOnly"] != nil
    document["smsRegionConfig"] = .object(
      isAllowlist
        ? ["allowlistOnly": merged["allowlistOnly"] ?? .null]
        : ["allowByDefault": merged["allowByDefault"] ?? .null])
  }
}
