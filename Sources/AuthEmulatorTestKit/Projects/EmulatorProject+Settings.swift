extension EmulatorProject {
  /// The value of every switch.
  public func settings() async throws -> EmulatorSettings {
    try await connection.control("GET", "\(path)/settings", as: EmulatorSettings.self)
  }

  /// Sets switches, and does not change the others:
  ///
  /// ```swift
  /// try await project.set { $0.recentLogin = .on }
  /// ```
  ///
  /// - Returns: the value of every switch then.
  @discardableResult
  public func set(_ change: (inout EmulatorSettings) -> Void) async throws -> EmulatorSettings {
    var settings = EmulatorSettings()
    change(&settings)
    return try await patch(settings)
  }

  /// Sets the switches that have a value.
  ///
  /// - Returns: the value of every switch then.
  @discardableResult
  public func patch(_ settings: EmulatorSettings) async throws -> EmulatorSettings {
    let body = try JSONValue(encoding: settings, without: "warnings")
    return try await connection.control(
      "PATCH", "\(path)/settings", body, as: EmulatorSettings.self)
  }

  /// Changes the project's configuration, in the shape of the Admin API: providers, domains,
  /// policies. The members that the value has are replaced.
  ///
  /// - Parameters:
  ///   - config: the members to replace.
  ///   - mask: paths to replace, such as `["mfa.state"]`; empty for those of the value.
  public func configure(_ config: JSONValue, mask: [String] = []) async throws {
    let paths = mask.isEmpty ? (config.object?.keys.sorted() ?? []) : mask
    _ = try await connection.admin(
      "PATCH", "/v2\(path)/config", query: ["updateMask": paths.joined(separator: ",")], config)
  }
}
