public import Foundation

/// A fake issuer of the emulator, which all projects share: a test that changes its options needs
/// its own emulator, or has to run serially.
public struct EmulatorIssuer: Sendable {
  /// A signing key.
  public struct Key: Sendable, Hashable, Decodable {
    /// The id in the header of tokens.
    public let kid: String
    /// Such as `RS256`.
    public let alg: String
    /// Such as `active`.
    public let state: String
  }

  /// The state of the issuer.
  public struct State: Sendable, Hashable, Decodable {
    /// The `iss` of its tokens.
    public let issuer: String
    /// The address of its metadata; nil where the provider has none.
    public let discoveryUrl: URL?
    /// The address of its keys; nil where the provider has none.
    public let jwksUri: URL?
    /// Its keys, those that only verify among them.
    public let keys: [Key]
    /// The options that differ from its provider's behavior.
    public let options: IssuerOptions
  }

  /// Such as `apple.com` or `oidc.corp`.
  public let id: String
  let connection: ControlConnection

  private var path: String { "/issuers/\(ControlConnection.encoded(id))" }

  /// Addresses, keys and options.
  public func state() async throws -> State {
    try await connection.control("GET", path, as: State.self)
  }

  /// Returns the options that differ from its provider's behavior.
  public func options() async throws -> IssuerOptions { try await state().options }

  /// Changes options, and does not change the others:
  ///
  /// ```swift
  /// try await emulator.issuer("google.com").set { $0.idTokenLifetimeSeconds = 60 }
  /// ```
  ///
  /// - Returns: all options then.
  @discardableResult
  public func set(_ change: (inout IssuerOptions) -> Void) async throws -> IssuerOptions {
    var options = IssuerOptions()
    change(&options)
    return try await patch(try JSONValue(encoding: options))
  }

  /// Returns all options to those of the provider.
  public func reset() async throws { try await replace(with: [:]) }

  /// Runs a closure with options, and returns them to their values before it, also when it throws.
  @discardableResult
  public func with<Value: Sendable>(
    _ change: (inout IssuerOptions) -> Void, _ body: () async throws -> Value
  ) async throws -> Value {
    let before = try await members()
    try await set(change)
    return try await withCleanup(body) { try await replace(with: before) }
  }

  /// Replaces the signing key by a new one.
  ///
  /// - Parameters:
  ///   - retiring: true to remove the old keys; otherwise they still verify.
  ///   - algorithm: the new key's; nil for the first of the issuer's.
  /// - Returns: the new key's id.
  @discardableResult
  public func rotateKeys(retiring: Bool = false, algorithm: String? = nil) async throws -> String {
    let answer = try await connection.control(
      "POST", "\(path)/keys:rotate",
      .members(["retire": .bool(retiring), "algorithm": .text(algorithm)]))
    return try (answer["kid"]?.string).orThrow(.unexpected("POST \(path)/keys:rotate", "no kid"))
  }

  private func members() async throws -> [String: JSONValue] {
    try JSONValue(encoding: try await options()).object ?? [:]
  }

  /// Sets these options, and returns the others to those of the provider.
  private func replace(with options: [String: JSONValue]) async throws {
    let absent = try await members().mapValues { _ in JSONValue.null }
    try await patch(.object(options.merging(absent) { kept, _ in kept }))
  }

  @discardableResult
  private func patch(_ body: JSONValue) async throws -> IssuerOptions {
    try await connection.control("PATCH", path, body, as: State.self).options
  }
}

extension AuthEmulator {
  /// A fake issuer.
  ///
  /// - Parameter id: the provider's, such as `apple.com` or `oidc.corp`.
  public func issuer(_ id: String) -> EmulatorIssuer {
    EmulatorIssuer(id: id, connection: connection)
  }
}
