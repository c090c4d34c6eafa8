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
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw AuthEmulatorError(.notFound, "The seed document \(file.path) cannot be read: \(error).")
    }
    return try await seed(data: data)
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
