package import EmuJSON

/// Claims and lifetimes that an issuer gives to the tokens of the requests that match.
package struct IssuerRule: Sendable, Hashable, Codable {
  /// The conditions, all of which must hold; nil for any value.
  package struct Match: Sendable, Hashable, Codable {
    package var clientId: String?
    package var scope: String?
    package var audience: String?
    /// The subject or the address of the person; for a client's own token its id.
    package var user: String?
  }

  /// A carrier of claims; the raw value is its name in settings.
  package enum Target: String, Sendable, Hashable, Codable, CaseIterable {
    case idToken = "id_token"
    case accessToken = "access_token"
    case userInfo = "userinfo"
  }

  /// Nil for every token.
  package var match: Match?
  /// The names of the carriers that get the claims; nil for all.
  package var targets: [String]?
  /// Null removes a claim.
  package var claims: JSONObject?
  package var idTokenLifetimeSeconds: Int64?
  package var accessTokenLifetimeSeconds: Int64?
  package var refreshTokenLifetimeSeconds: Int64?
}

/// The values of a token that rules match.
package struct IssuedFor: Sendable {
  package var clientID: String
  package var scopes: [String]
  package var audience: [String]
  package var subject: String
  package var email: String?

  /// - Parameter audience: nil for the client.
  package init(
    clientID: String, scopes: [String], audience: [String]? = nil, subject: String,
    email: String? = nil
  ) {
    self.clientID = clientID
    self.scopes = scopes
    self.audience = audience ?? [clientID]
    self.subject = subject
    self.email = email
  }

  package init(_ person: Person, clientID: String, scopes: Scopes, audience: [String]? = nil) {
    self.init(
      clientID: clientID, scopes: scopes.names, audience: audience, subject: person.subject,
      email: person.email)
  }
}

extension IssuerRule.Match {
  package func fits(_ token: IssuedFor) -> Bool {
    (clientId ?? token.clientID) == token.clientID
      && scope.map(token.scopes.contains) ?? true
      && audience.map(token.audience.contains) ?? true
      && (user.map { user in
        user == token.subject || EmailAddress.canonical(user) == token.email
      } ?? true)
  }
}

extension IssuerOptions {
  package func rules(for token: @autoclosure () -> IssuedFor) -> [IssuerRule] {
    guard let rules else { return [] }
    let token = token()
    return rules.filter { $0.match?.fits(token) ?? true }
  }

  /// Returns the options with the lifetimes that rules give to a token; the last rule decides.
  package func resolved(for token: @autoclosure () -> IssuedFor) -> IssuerOptions {
    rules(for: token()).reduce(into: self) { options, rule in
      options.idTokenLifetimeSeconds = rule.idTokenLifetimeSeconds ?? options.idTokenLifetimeSeconds
      options.accessTokenLifetimeSeconds =
        rule.accessTokenLifetimeSeconds ?? options.accessTokenLifetimeSeconds
      options.refreshTokenLifetimeSeconds =
        rule.refreshTokenLifetimeSeconds ?? options.refreshTokenLifetimeSeconds
    }
  }
}
