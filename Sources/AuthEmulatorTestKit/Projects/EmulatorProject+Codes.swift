extension EmulatorProject {
  /// Returns the valid codes of e-mail links, oldest first.
  ///
  /// - Parameters:
  ///   - email: the recipient; nil for all.
  ///   - tenant: the tenant's id; nil for users of no tenant.
  public func oobCodes(for email: String? = nil, tenant: String? = nil) async throws -> [OobCode] {
    try await codes("oobCodes", ["email": email], tenant)
  }

  /// Returns the code of the last e-mail to an address.
  ///
  /// - Parameters:
  ///   - email: the recipient.
  ///   - type: such as `PASSWORD_RESET`; nil for any.
  ///   - tenant: the tenant's id; nil for users of no tenant.
  /// - Throws: ``AuthEmulatorError`` of the kind `notFound` if none is valid.
  public func oobCode(
    for email: String, type: String? = nil, tenant: String? = nil
  ) async throws -> OobCode {
    let codes = try await oobCodes(for: email, tenant: tenant)
    return try codes.last { type == nil || $0.requestType == type }.orThrow(
      missing("e-mail code for \(email)", "the app asks for a mail"))
  }

  /// Returns the valid codes of text messages, oldest first.
  public func smsCodes(for phoneNumber: String? = nil, tenant: String? = nil) async throws
    -> [SMSCode]
  {
    try await codes("verificationCodes", ["phoneNumber": phoneNumber], tenant)
  }

  /// Returns the code of the last text message to a number, six digits.
  ///
  /// - Throws: ``AuthEmulatorError`` of the kind `notFound` if none is valid.
  public func smsCode(for phoneNumber: String, tenant: String? = nil) async throws -> String {
    let codes = try await smsCodes(for: phoneNumber, tenant: tenant)
    return try codes.last.orThrow(
      missing("text message for \(phoneNumber)", "the app asks for one")
    ).code
  }

  /// Returns the current codes of a user's authenticator apps, or of all users'.
  public func totpCodes(for uid: String? = nil, tenant: String? = nil) async throws -> [TOTPCode] {
    try await codes("totpCodes", ["localId": uid], tenant)
  }

  /// Returns the current code of the authenticator app that a user enrolled first, six digits.
  ///
  /// - Throws: ``AuthEmulatorError`` of the kind `notFound` for a user without one.
  public func totpCode(for uid: String, tenant: String? = nil) async throws -> String {
    let codes = try await totpCodes(for: uid, tenant: tenant)
    return try codes.first.orThrow(
      missing("authenticator app of user \(uid)", "the user enrols one, or a seed has one")
    ).code
  }

  private func codes<Code: Decodable>(
    _ name: String, _ query: [String: String?], _ tenant: String?
  ) async throws -> [Code] {
    let call = "\(path(tenant: tenant))/\(name)"
    let answer = try await connection.control("GET", call, query: query)
    return try ControlConnection.read(answer[name] ?? [], as: [Code].self, "GET \(call)")
  }

  private func missing(_ what: String, _ condition: String) -> AuthEmulatorError {
    AuthEmulatorError(
      .notFound, "Project \(id) has no \(what).",
      nextStep: "There is one after \(condition), until it is used or expires.")
  }
}
