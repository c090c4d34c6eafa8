internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

enum ConsentingPerson: Sendable {
  /// By subject, from the page.
  case subject(String)
  /// By subject or address, or `new`: the value of `emulator_auto`.
  case named(String)
  /// Without a page, for `prompt=none`: by subject or address.
  case silent(String?)
  case new(AccountDocument)

  /// Returns a new person with the values that the issuer's address implies.
  func completed(by issuer: any FakeIssuer, _ call: IssuerCall) -> ConsentingPerson {
    switch self {
    case .new(let account): .new(issuer.completed(account, call))
    case .named("new"): .new(issuer.completed(AccountDocument(), call))
    default: self
    }
  }
}

/// The result of a consent.
struct Authorization: Sendable {
  /// The person with all stored values.
  var person: Person
  /// True if the client had no active consent.
  var isFirst: Bool
  /// The scopes of the tokens, which may exceed the request's.
  var scopes: Scopes
  var authTime: Timestamp
  var code: String?
  var accessToken: IssuerToken?
  var idToken: IDTokenDraft?
}

extension AuthorizeFlow {
  /// Records that a pushed request is used.
  ///
  /// - Throws: `OAuthError` for one that was used before.
  func spend(_ pushedID: String?, _ writer: WriteTransaction) throws {
    if let pushedID,
      try writer.markUsed(
        digest: "\(issuer.id) \(pushedID)", in: nil, now: call.now,
        expiresAt: call.now + .seconds(7200))
    {
      throw OAuthError(
        "invalid_request_uri", "The request_uri was used before; push the request again.")
    }
  }

  /// Stores the person, the consent, the code and the token of an authorization.
  ///
  /// - Throws: `OAuthError`, possibly after changes.
  func authorize(
    _ request: AuthorizeRequest, by who: ConsentingPerson, _ writer: WriteTransaction
  ) throws -> Authorization {
    let people = call.people(issuer, in: client.project, writer)
    var person = try people.find(who.completed(by: issuer, call))
    if let sharing = issuer.sharing(in: call) { person = try people.apply(sharing, to: person) }
    if let refusal = issuer.refusal(of: person, for: client, request.scopes, call) { throw refusal }
    let silent = try silentConsent(to: request, by: who, person, writer)
    let (consent, isFirst) = try writer.authorize(person, client: client.id, at: call.now)
    let covered = try writer.add(request.scopes, to: consent) {
      OAuthError("invalid_scope", $0)
    }
    // See ``OneTimeSharing``.
    let scopes = issuer.provider.oneTimeSharing != nil ? covered : request.scopes
    let authTime = silent?.grantedAt ?? call.now
    var authorization = Authorization(
      person: person, isFirst: isFirst, scopes: scopes, authTime: authTime)
    let resolved = issuer.tokens.resolved(
      for: IssuedFor(person, clientID: client.id, scopes: scopes)
    ).traits
    let secrets = SecretStore(
      issuer: issuer.tokens, person: person, ids: call.services.ids, writer: writer,
      tenant: client.tenant)
    if request.types.contains(.code) {
      let code = AuthorizationCode(
        code: secrets.newSecret(.code, call.now), consentKey: consent.key, clientID: client.id,
        redirectURI: redirectURI, nonce: request.nonce, scope: scopes.text,
        extraClaims: issuer.claims(requestedBy: request, authTime).map {
          JSON.object($0).serialized()
        },
        issuedAt: call.now,
        expiresAt: call.now + issuer.traits.codeLifetime, challenge: request.challenge,
        authTime: authTime, isRenewable: isRenewable(request, isFirst), tenant: client.tenant,
        keyThumbprint: issuer.tokenRules.acceptsDPoP ? request.keyThumbprint : nil)
      try writer.insert(code)
      authorization.code = code.code
    }
    if request.types.contains(.token) {
      authorization.accessToken = try secrets.newToken(
        .access, consent, scope: scopes.text, issuedAt: call.now,
        expiresAt: resolved.frontTokenLifetime.map { call.now + $0 }, family: authorization.code,
        authTime: authTime)
    }
    if request.types.contains(.idToken) {
      authorization.idToken = idToken(of: authorization, to: request)
    }
    return authorization
  }

  /// Returns the active consent for a request without a page.
  private func silentConsent(
    to request: AuthorizeRequest, by who: ConsentingPerson, _ person: Person,
    _ writer: WriteTransaction
  ) throws -> Consent? {
    guard case .silent = who else { return nil }
    guard let consent = try writer.reader.consent(of: person, client: client.id), consent.isActive
    else {
      throw OAuthError(
        "consent_required", "\(person.subject) has not consented to \(client.id) yet.",
        problem: .noConsent)
    }
    // A consent of a seed or a mint call has no scopes, and covers all.
    let granted = Scopes(consent.scope)
    if !granted.names.isEmpty,
      let missing = request.scopes.names.first(where: { !issuer.covers($0, granted, consent) })
    {
      throw OAuthError(
        "consent_required",
        "\(person.subject) has not consented to the scope \(missing.prefix(128)) yet.",
        problem: .noConsent)
    }
    if let maxAge = request.maxAge, call.now.since(consent.grantedAt) > .seconds(maxAge) {
      throw OAuthError(
        "login_required", "The last sign-in is longer ago than max_age.", problem: .notSignedIn)
    }
    return consent
  }

  private func isRenewable(_ request: AuthorizeRequest, _ isFirst: Bool) -> Bool {
    switch issuer.authorizeRules.renewal {
    case .always: true
    case .offlineAccess:
      request.requestsOfflineAccess && (isFirst || request.prompts.contains("consent"))
    case .scope(let name): request.scopes.names.contains(name)
    }
  }
}

extension WriteTransaction {
  /// Adds scopes to a consent.
  ///
  /// - Parameter refusal: creates the error for too many scopes.
  ///
  /// - Returns: all scopes of the consent.
  @discardableResult
  func add(
    _ scopes: Scopes, to consent: Consent, refusal: (String) -> any Error
  ) throws -> Scopes {
    let before = Scopes(consent.scope).names
    let known = Set(before)
    let all = Scopes(before + scopes.names.filter { !known.contains($0) })
    guard all.names.count <= max(AccountLimits.list, before.count) else {
      throw refusal(
        "A consent covers at most \(AccountLimits.list) scopes, and this one would cover "
          + "\(all.names.count). Request fewer, or revoke it first.")
    }
    if all.names != before { try update(scope: all.text, of: consent) }
    return all
  }
}

extension PeopleRegister {
  /// Returns the person who consents, created if requested.
  ///
  /// - Throws: `PageError` for an unknown person, `OAuthError` for a request without a page.
  func find(_ who: ConsentingPerson) throws -> Person {
    switch who {
    case .new(let account): return try make(account)
    case .named("new"): return try make(AccountDocument())
    case .subject(let name), .named(let name):
      if let person = try writer.reader.person(subjectOrEmail: name, in: scope) { return person }
      throw issuer.pageError(
        "unknown_account",
        "\(issuer.id) has no account \(name.prefix(128)) in this project. GET "
          + "/emulator/v1/issuers/\(issuer.id)/accounts lists those it has; emulator_auto=new "
          + "makes one.", .unknownPerson(String(name.prefix(128))))
    case .silent(let name):
      if let name, let person = try writer.reader.person(subjectOrEmail: name, in: scope) {
        return person
      }
      throw OAuthError(
        "login_required",
        "No account is signed in. With prompt=none, set login_hint to an account that has consented before, "
          + "or id_token_hint to its ID token.",
        problem: .notSignedIn)
    }
  }
}

extension ReadTransaction {
  func person(subjectOrEmail name: String, in scope: PeopleScope) throws -> Person? {
    try person(subject: name, in: scope)
      ?? person(email: EmailAddress.canonical(name), in: scope)
  }
}
