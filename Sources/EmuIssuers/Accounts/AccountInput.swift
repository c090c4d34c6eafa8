internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// A person as the control API and the seed write one.
struct AccountInput: ControlInput, Sendable {
  var sub: String?
  var email: String?
  var emailVerified: Bool?
  /// A text, or `{givenName, familyName}`.
  var name: JSON?
  var picture: String?
  var hideEmail: Bool?
  var tenant: String?
  /// The clients that have the person's consent already.
  var authorizedClients: [String]?
  /// More claims for every token.
  var claims: JSON?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case sub, email, emailVerified, name, picture, hideEmail, tenant, authorizedClients, claims
  }

  static let fieldNames = CodingKeys.allCases.map(\.rawValue)

  /// Whether nothing says who is meant.
  var isAnybody: Bool { sub == nil && email == nil }
}

extension AccountInput {
  /// Refuses what could not be a person of the issuer.
  func check(for issuer: any FakeIssuer) throws(ControlError) {
    try Self.checkText("sub", sub, limit: AccountLimits.rawID)
    if let sub, let problem = issuer.provider.problem(ofSubject: sub) {
      throw Self.invalid(problem)
    }
    try Self.checkText("picture", picture, limit: AccountLimits.photoURL)
    try Self.checkText("tenant", tenant, limit: 253)
    if let email, !EmailAddress.isPlausible(email) {
      throw Self.invalid("email must be an address such as ann@example.com.")
    }
    if hideEmail == true, issuer.id != "apple.com" {
      throw Self.invalid("hideEmail is for apple.com alone; \(issuer.id) hides no address.")
    }
    for client in authorizedClients ?? [] {
      try Self.checkText("authorizedClients", client, limit: 512)
    }
    if let claims, !claims.isNull, claims.object == nil {
      throw Self.invalid("claims must be an object of claims by name.")
    }
    try checkTenant(of: issuer)
    _ = try personName()
  }

  private func checkTenant(of issuer: any FakeIssuer) throws(ControlError) {
    guard let tenant, let problem = issuer.problem(ofTenant: tenant) else { return }
    throw Self.invalid(problem)
  }

  /// The name in the form in which it is kept; a text is taken apart at its last space.
  func personName() throws(ControlError) -> PersonName? {
    switch name {
    case nil, .null: return nil
    case .string(let text):
      try Self.checkText("name", text, limit: AccountLimits.displayName)
      guard let space = text.lastIndex(of: " ") else {
        return PersonName(full: text, given: text)
      }
      return PersonName(
        full: text, given: String(text[..<space]), family: String(text[text.index(after: space)...])
      )
    case .object(let parts):
      for part in parts where !["givenName", "familyName"].contains(part.key) {
        throw Self.invalid(
          "There is no field name.\(part.key.prefix(64)) here; the fields are givenName, "
            + "familyName.")
      }
      for part in parts where part.value.string == nil && !part.value.isNull {
        throw Self.invalid("name.\(part.key) must be a text.")
      }
      let name = PersonName(given: parts["givenName"]?.string, family: parts["familyName"]?.string)
      try Self.checkText("name", name.display, limit: AccountLimits.displayName)
      return name
    default: throw Self.invalid("name must be a text or {givenName, familyName}.")
    }
  }

  static func checkText(_ field: String, _ text: String?, limit: Int) throws(ControlError) {
    guard let text else { return }
    guard !text.isEmpty, text.utf8.count <= limit, text.utf8.allSatisfy({ $0 >= 32 && $0 != 127 })
    else {
      throw invalid("\(field) must have 1 to \(limit) bytes and no control characters.")
    }
  }

  private static func invalid(_ message: String) -> ControlError {
    ControlError(.invalidArgument, message)
  }
}
