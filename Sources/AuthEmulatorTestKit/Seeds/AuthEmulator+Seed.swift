public import Foundation

extension AuthEmulator {
  /// Stores a seed document, which names its projects itself.
  @discardableResult
  public func seed(_ document: JSONValue) async throws -> SeedResult {
    try await seed(data: document.data)
  }

  /// Stores the seed document of a file: JSON, with comments and trailing commas if it has some.
  @discardableResult
  public func seed(file: URL) async throws -> SeedResult {
    try await seed(data: Data(reading: file))
  }

  /// Stores the bytes of a seed document.
  @discardableResult
  public func seed(data: Data) async throws -> SeedResult {
    let call = "/emulator/v1/seed"
    let answer = try await connection.send("POST", call, body: data)
    return try ControlConnection.read(
      JSONValue(parsing: answer), as: SeedResult.self, "POST \(call)")
  }
}

/// The changes of a seed.
public struct SeedResult: Sendable, Hashable, Decodable {
  /// Users that are new.
  public let created: Int
  /// Users that differ now.
  public let updated: Int
  /// Accounts and options of issuers that are new or differ now.
  public let issuers: Int
  /// Configurations of providers that are new or differ now.
  public let providers: Int
  /// The number of projects whose keys, switches, configuration or tenants were added or changed.
  public let settings: Int

  static func byId(_ providers: [SeedProvider]) -> JSONValue? {
    providers.isEmpty
      ? nil : .object(Dictionary(providers.map { ($0.id, $0.json) }) { _, last in last })
  }
}
