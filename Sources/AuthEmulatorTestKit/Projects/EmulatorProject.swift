public import Foundation

/// A project of an emulator: users, settings, codes and people that no other project sees.
///
/// It retains an emulator that this process started.
public struct EmulatorProject: Sendable {
  /// The project's id.
  public let id: String
  /// The emulator that serves it.
  public let emulator: AuthEmulator

  /// The API key that selects this project, `emulator-` and the id; it needs no registration.
  public var apiKey: String { "emulator-\(id)" }
  /// The emulator's host, for `useEmulator(withHost:port:)`.
  public var host: String { emulator.host }
  /// The emulator's port, for `useEmulator(withHost:port:)`.
  public var port: Int { emulator.port }
  /// The emulator's address without a path.
  public var url: URL { emulator.url }

  var connection: ControlConnection { emulator.connection }
  var path: String { "/projects/\(ControlConnection.encoded(id))" }

  func path(tenant: String?) -> String {
    tenant.map { "\(path)/tenants/\(ControlConnection.encoded($0))" } ?? path
  }

  /// Removes the project's users, codes, sessions, people, tenants and settings.
  ///
  /// The emulator's clock, which all projects share, also returns to the machine's time.
  public func reset() async throws {
    _ = try await connection.control(
      "POST", "/reset", ["projects": [.string(id)], "to": "empty"])
  }

  /// Removes the project's users, with their codes and sessions; settings and clock remain.
  public func removeUsers() async throws {
    _ = try await connection.control("DELETE", "\(path)/accounts")
  }

  /// Removes faults and users after a test whose project no other test uses. The clock is not
  /// changed, since other tests may read it.
  package func empty() async throws {
    try await faults.removeAll()
    try await removeUsers()
  }

  /// Registers another API key that selects this project, such as the one of an app's plist.
  ///
  /// - Throws: ``AuthEmulatorError`` if another project has the key.
  public func register(apiKey: String) async throws {
    _ = try await connection.control("POST", "\(path)/apiKeys", ["apiKey": .string(apiKey)])
  }

  /// The address of a call of an SDK with this project's key, such as
  /// `endpoint("accounts:signUp")` or `endpoint("token", of: "securetoken")`.
  ///
  /// - Parameters:
  ///   - method: such as `accounts:signUp`.
  ///   - service: `identitytoolkit` or `securetoken`.
  ///   - version: such as `v2`, of second factors.
  public func endpoint(
    _ method: String, of service: String = "identitytoolkit", version: String = "v1"
  ) -> URL {
    let path = "/\(service).googleapis.com/\(version)/\(method)"
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    parts?.path = path
    parts?.queryItems = [URLQueryItem(name: "key", value: apiKey)]
    // The emulator's address has a scheme and a host, so every absolute path forms a valid URL.
    return parts?.url ?? url
  }
}

extension EmulatorProject {
  /// The project of the running test, which the trait sets.
  @TaskLocal package static var ofTest: EmulatorProject?

  /// The project of the running test, created by the trait `.emulator` of AuthEmulatorTesting.
  ///
  /// - Throws: ``AuthEmulatorError`` of the kind `noProject` in a test without the trait, and in a
  ///   detached task, which belongs to no test.
  public static var current: EmulatorProject {
    get throws {
      try ofTest.orThrow(
        AuthEmulatorError(
          .noProject, "The running test has no project.",
          nextStep:
            "Write `import AuthEmulatorTesting` and `@Test(.emulator)` or `@Suite(.emulator)`."
        ))
    }
  }
}
