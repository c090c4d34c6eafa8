package import EmuJSON
package import EmuModel

/// The settings of an issuer as `PATCH issuers/{id}` and seeds write them.
///
/// Every field stands for one of ``IssuerSettings``; the claims and the clients' keys are JSON here.
package struct IssuerSettingsDocument: Sendable, Hashable, Decodable {
  package var issuer: String?
  package var algorithms: [String]?
  package var idTokenLifetimeSeconds: Int64?
  package var accessTokenLifetimeSeconds: Int64?
  package var refreshTokenLifetimeSeconds: Int64?
  package var codeLifetimeSeconds: Int64?
  package var timeOffsetSeconds: Int64?
  package var claims: JSONObject?
  package var claimNames: [String: String]?
  package var defects: [String]?
  package var clients: [Client]?
  package var rotatesRefreshTokens: Bool?
  package var requiresPKCE: Bool?

  package struct Client: Sendable, Hashable, Decodable {
    package var clientId: String
    package var clientSecret: String?
    /// A JWK set, as an object or as text.
    package var clientKeys: JSON?
    package var redirectUris: [String]?
    package var postLogoutRedirectUris: [String]?
    package var authentication: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case clientId, clientSecret, clientKeys, redirectUris, postLogoutRedirectUris, authentication
    }

    package static let fieldNames = CodingKeys.allCases.map(\.rawValue)
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case issuer, algorithms, idTokenLifetimeSeconds, accessTokenLifetimeSeconds
    case refreshTokenLifetimeSeconds, codeLifetimeSeconds, timeOffsetSeconds, claims, claimNames
    case defects, clients, rotatesRefreshTokens, requiresPKCE
  }

  package static let fieldNames = CodingKeys.allCases.map(\.rawValue)
}

extension IssuerSettingsDocument {
  /// The algorithms of which an issuer can have keys.
  package static let algorithms = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
  private static let authentications = [
    "client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none",
  ]
  /// Ten years, in seconds.
  private static let longest: Int64 = 315_360_000

  /// What the document means.
  ///
  /// - Throws: the first thing that is wrong.
  package func settings() throws(DocumentError) -> IssuerSettings {
    var settings = IssuerSettings()
    try DocumentError.checkIssuer(issuer, "issuer")
    settings.issuer = issuer
    settings.algorithms = try checked("algorithms", algorithms, among: Self.algorithms)
    settings.idTokenLifetimeSeconds = try lifetime("idTokenLifetimeSeconds", idTokenLifetimeSeconds)
    settings.accessTokenLifetimeSeconds = try lifetime(
      "accessTokenLifetimeSeconds", accessTokenLifetimeSeconds)
    settings.refreshTokenLifetimeSeconds = try lifetime(
      "refreshTokenLifetimeSeconds", refreshTokenLifetimeSeconds)
    settings.codeLifetimeSeconds = try lifetime("codeLifetimeSeconds", codeLifetimeSeconds)
    settings.timeOffsetSeconds = try Self.checkedOffset(timeOffsetSeconds)
    settings.claims = claims.map { JSON.object($0).serialized() }
    for name in (claimNames ?? [:]).values where name.isEmpty || name.utf8.count > 256 {
      throw DocumentError(field: "claimNames", message: "a name has 1 to 256 bytes")
    }
    settings.claimNames = claimNames
    settings.defects = try checked("defects", defects, among: Defect.allCases.map(\.rawValue))
    settings.clients = try checkedClients()
    settings.rotatesRefreshTokens = rotatesRefreshTokens
    settings.requiresPKCE = requiresPKCE
    return settings
  }

  /// An offset of a token's times from the emulator's clock.
  package static func checkedOffset(
    _ seconds: Int64?
  ) throws(DocumentError) -> Int64? {
    guard let seconds, !(-longest...longest).contains(seconds) else { return seconds }
    throw DocumentError(
      field: "timeOffsetSeconds", message: "give -\(longest) to \(longest) seconds")
  }

  private func checked(
    _ field: String, _ names: [String]?, among known: [String]
  ) throws(DocumentError) -> [String]? {
    guard let names else { return nil }
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw DocumentError(
        field: field,
        message: "\(unknown.prefix(64)) is none; there are \(known.joined(separator: ", "))")
    }
    guard Set(names).count == names.count, field != "algorithms" || !names.isEmpty else {
      throw DocumentError(field: field, message: "name each once, and at least one")
    }
    return names
  }

  private func lifetime(
    _ field: String, _ seconds: Int64?
  ) throws(DocumentError) -> Int64? {
    guard let seconds, !(1...Self.longest).contains(seconds) else { return seconds }
    throw DocumentError(field: field, message: "give 1 to \(Self.longest) seconds")
  }

  private func checkedClients() throws(DocumentError) -> [IssuerClient]? {
    guard let clients else { return nil }
    var seen: Set<String> = []
    var checked: [IssuerClient] = []
    for (index, document) in clients.enumerated() {
      let path = "clients[\(index)]"
      func wrong(_ field: String, _ message: String) -> DocumentError {
        DocumentError(field: "\(path).\(field)", message: message)
      }
      try DocumentError.check(
        document.clientId, "\(path).clientId", limit: AccountLimits.clientID)
      guard seen.insert(document.clientId).inserted else {
        throw wrong("clientId", "another client has this id")
      }
      if let way = document.authentication, !Self.authentications.contains(way) {
        throw wrong(
          "authentication", "it may be \(Self.authentications.joined(separator: ", "))")
      }
      var client = IssuerClient(clientID: document.clientId)
      client.clientSecret = document.clientSecret
      client.clientKeys = document.clientKeys.map { $0.string ?? $0.serialized() }
      try DocumentError.checkKeySet(client.clientKeys, "\(path).clientKeys")
      try DocumentError.checkRedirects(document.redirectUris, "\(path).redirectUris")
      try DocumentError.checkRedirects(
        document.postLogoutRedirectUris, "\(path).postLogoutRedirectUris")
      client.redirectURIs = document.redirectUris
      client.postLogoutRedirectURIs = document.postLogoutRedirectUris
      client.authentication = document.authentication
      checked.append(client)
    }
    return checked
  }
}

extension IssuerSettings {
  /// The settings in the form in which they are written.
  package var json: JSONObject {
    var object = JSONObject()
    object.setText("issuer", issuer)
    func texts(_ name: String, _ values: [String]?) {
      object[name] = values.map { .array($0.map(JSON.string)) }
    }
    func number(_ name: String, _ value: Int64?) { object[name] = value.map(JSON.int) }
    func flag(_ name: String, _ value: Bool?) { object[name] = value.map(JSON.bool) }
    texts("algorithms", algorithms)
    number("idTokenLifetimeSeconds", idTokenLifetimeSeconds)
    number("accessTokenLifetimeSeconds", accessTokenLifetimeSeconds)
    number("refreshTokenLifetimeSeconds", refreshTokenLifetimeSeconds)
    number("codeLifetimeSeconds", codeLifetimeSeconds)
    number("timeOffsetSeconds", timeOffsetSeconds)
    object["claims"] = claims.flatMap { try? JSON(parsing: $0) }
    if let claimNames {
      var names = JSONObject()
      for (name, other) in claimNames.sorted(by: { $0.key < $1.key }) { names.setText(name, other) }
      object["claimNames"] = .object(names)
    }
    texts("defects", defects)
    object["clients"] = clients.map { .array($0.map(\.json)) }
    flag("rotatesRefreshTokens", rotatesRefreshTokens)
    flag("requiresPKCE", requiresPKCE)
    return object
  }
}

extension IssuerClient {
  fileprivate var json: JSON {
    var object: JSONObject = ["clientId": .string(clientID)]
    object.setText("clientSecret", clientSecret)
    object["clientKeys"] = clientKeys.flatMap { try? JSON(parsing: $0) }
    object["redirectUris"] = redirectURIs.map { .array($0.map(JSON.string)) }
    object["postLogoutRedirectUris"] = postLogoutRedirectURIs.map { .array($0.map(JSON.string)) }
    object.setText("authentication", authentication)
    return .object(object)
  }
}
