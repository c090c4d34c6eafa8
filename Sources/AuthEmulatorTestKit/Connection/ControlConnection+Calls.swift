import Foundation

extension ControlConnection {
  /// Sends a control call, and parses its response.
  ///
  /// - Parameter path: below `/emulator/v1`.
  func control(
    _ method: String, _ path: String, query: [String: String?] = [:], _ body: JSONValue? = nil
  ) async throws -> JSONValue {
    try await answer(method, "/emulator/v1\(path)", query, body?.data)
  }

  /// Sends a control call, and decodes its response.
  func control<Answer: Decodable>(
    _ method: String, _ path: String, query: [String: String?] = [:], _ body: JSONValue? = nil,
    as type: Answer.Type
  ) async throws -> Answer {
    try Self.read(
      await control(method, path, query: query, body), as: type, "\(method) /emulator/v1\(path)")
  }

  /// Sends a control call, and decodes the list in a member of its response.
  func control<Element: Decodable>(
    list member: String, _ path: String, query: [String: String?] = [:], as type: Element.Type
  ) async throws -> [Element] {
    try Self.read(
      await control("GET", path, query: query)[member] ?? .null, as: [Element].self,
      "the list of \(path)")
  }

  /// Sends a call of the Admin API with its privileges, and parses its response.
  ///
  /// - Parameter path: below `/identitytoolkit.googleapis.com`.
  func admin(
    _ method: String, _ path: String, query: [String: String?] = [:], _ body: JSONValue? = nil
  ) async throws -> JSONValue {
    try await answer(
      method, "/identitytoolkit.googleapis.com\(path)", query, body?.data, asOwner: true)
  }

  private func answer(
    _ method: String, _ path: String, _ query: [String: String?], _ body: Data?,
    asOwner: Bool = false
  ) async throws -> JSONValue {
    let data = try await send(method, path, query: query, body: body, asOwner: asOwner)
    guard let answer = try? JSONValue(parsing: data) else {
      throw AuthEmulatorError.unexpected("\(method) \(path)", "no JSON")
    }
    return answer
  }

  /// Decodes a response, or a part of one.
  static func read<Answer: Decodable>(
    _ value: JSONValue, as type: Answer.Type, _ call: String
  ) throws -> Answer {
    do {
      return try value.decoded(as: type)
    } catch {
      throw AuthEmulatorError.unexpected(call, "\(error)")
    }
  }
}
