public import Foundation

extension EmulatorProject {
  /// Returns the last e-mails, text messages and silent pushes, used or not, newest first.
  ///
  /// - Parameter tenant: the tenant's id; nil for users of no tenant.
  public func messages(tenant: String? = nil) async throws -> [EmulatorMessage] {
    try await connection.control(
      list: "messages", "\(path(tenant: tenant))/messages", query: ["limit": "5000"],
      as: EmulatorMessage.self)
  }

  /// Waits for an unused code, and returns the last message with one to an address or a number.
  ///
  /// - Parameters:
  ///   - recipient: the address or number.
  ///   - type: such as `PASSWORD_RESET`; nil for any.
  ///   - tenant: the tenant's id; nil for users of no tenant.
  ///   - timeout: in seconds.
  /// - Throws: ``AuthEmulatorError`` of the kind `notFound`, which names the messages that there are.
  public func code(
    for recipient: String, type: String? = nil, tenant: String? = nil, timeout: TimeInterval = 10
  ) async throws -> EmulatorMessage {
    let end = Date(timeIntervalSinceNow: timeout)
    while true {
      let messages = try await messages(tenant: tenant)
      let found = messages.first { message in
        message.to.lowercased() == recipient.lowercased() && message.usedAt == nil
          && (type ?? message.requestType) == message.requestType
      }
      if let found { return found }
      guard end.timeIntervalSinceNow > 0 else {
        let last = messages.prefix(10).map { message in
          "\(message.requestType ?? message.kind) for \(message.to)"
            + (message.usedAt == nil ? "" : " (used)")
        }
        throw AuthEmulatorError(
          .notFound, "Project \(id) has no unused \(type ?? "code") for \(recipient).",
          nextStep: "Its last messages: \(last.isEmpty ? "none" : last.joined(separator: ", ")).")
      }
      try await Task.sleep(nanoseconds: 100_000_000)
    }
  }

  /// Returns the current code of the authenticator app that a user enrolled first, six digits.
  ///
  /// - Throws: ``AuthEmulatorError`` of the kind `notFound` for a user without one.
  public func totpCode(for uid: String, tenant: String? = nil) async throws -> String {
    let call = "\(path(tenant: tenant))/totpCodes"
    let answer = try await connection.control("GET", call, query: ["localId": uid])
    return try (answer["totpCodes"]?.array?.first?["code"]?.string).orThrow(
      AuthEmulatorError(
        .notFound, "User \(uid) of project \(id) has no authenticator app.",
        nextStep: "There is one after the user enrols one, or in a seed."))
  }
}
