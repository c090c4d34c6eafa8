internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel

/// The rules for accounts, addresses and apps.
///
/// The address determines the accepted accounts; the app's registration determines the required
/// ones.
extension MicrosoftIssuer {
  private func tenant(_ call: IssuerCall) -> MicrosoftTenant {
    MicrosoftTenant(call.parameters["tenant"] ?? "") ?? .common
  }

  /// Checks that the app may be used at this address.
  func check(_ client: AuthorizeClient, redirectURI: String, _ call: IssuerCall) throws {
    if let problem = problem(of: client.config?.registration, at: tenant(call)) {
      throw MicrosoftError(
        problem,
        ["client": String(client.id.prefix(128)), "tenant": call.parameters["tenant"] ?? ""],
        reason: "The app's signInAudience does not go with this address.")
    }
  }

  /// - Returns: the number of the error.
  func problem(of app: AppRegistration?, at tenant: MicrosoftTenant) -> Int? {
    guard let app, let audience = app.signInAudience else { return nil }
    switch (audience, tenant) {
    case (.ownTenant, .consumers), (.organizations, .consumers): return 9_002_332
    case (.ownTenant, .common), (.ownTenant, .organizations): return 50194
    case (.ownTenant, .directory(let id)): return id == app.homeTenant ? nil : 700_016
    case (.personal, .directory), (.personal, .organizations): return 9_002_331
    default: return nil
    }
  }

  func refusal(
    of person: Person, for client: AuthorizeClient, _ scopes: Scopes, _ call: IssuerCall
  ) -> AuthorizeError? {
    let account = MicrosoftAccount(person)
    let app = client.config?.registration
    func refused(_ number: Int, _ reason: String) -> AuthorizeError {
      AuthorizeError(
        AADSTS.of(number).frontError, reason,
        problem: .numbered(
          number,
          [
            "account": person.email ?? person.subject, "client": client.id,
            "tenant": call.parameters["tenant"] ?? "",
          ]))
    }
    if !tenant(call).admits(account) {
      let isDirectory = tenant(call).id != nil && tenant(call) != .consumers
      return refused(
        isDirectory ? 50020 : 500_208,
        "The account belongs to the tenant \(account.tenant). Pick another one, or make it a guest: "
          + "an account of this tenant with the claim idp.")
    }
    if let audience = app?.signInAudience, let app, !audience.admits(account, of: app) {
      return refused(
        audience == .ownTenant ? 50020 : 500_208,
        "The app's signInAudience is \(audience.rawValue), and the account belongs to "
          + "\(account.tenant).")
    }
    func isCalled(_ name: String) -> Bool {
      name == person.subject || EmailAddress.canonical(name) == person.email
    }
    if let assigned = app?.assignedUsers, !assigned.contains(where: isCalled) {
      return refused(50105, "The app's assignedUsers do not name the account.")
    }
    let reserved = Set(app?.adminConsentScopes ?? [])
    if let scope = scopes.names.first(where: reserved.contains) {
      return refused(90094, "The app's adminConsentScopes name \(scope).")
    }
    return nil
  }

  func refusal(
    of redemption: Redemption, _ form: TokenRequestForm, _ call: IssuerCall
  ) -> OAuthError? {
    let account = MicrosoftAccount(redemption.person)
    let isByPassword = form["grant_type"] == MicrosoftPasswordGrant.name
    if isByPassword, [.common, .consumers].contains(tenant(call)) {
      return OAuthError(
        .invalidRequest, reason: "A password is accepted at /organizations or one tenant.",
        problem: .numbered(9_001_023, [:]))
    }
    guard !tenant(call).admits(account) else { return nil }
    let number = form["grant_type"] == AuthorizationCodeGrant.name ? 700_005 : 50020
    return OAuthError(
      .invalidGrant,
      reason: "The account belongs to the tenant \(account.tenant), whose tokens are not to be "
        + "had at \(call.parameters["tenant"] ?? "").",
      problem: .numbered(
        number, ["account": redemption.person.email ?? redemption.person.subject]))
  }

  /// Returns a new account in the tenant of the address.
  func completed(_ account: AccountDocument, _ call: IssuerCall) -> AccountDocument {
    guard account.tenant == nil, account.sub == nil else { return account }
    var account = account
    account.tenant = tenant(call).id
    return account
  }

  /// Returns true for accounts of the tenant, and of the realm in `domain_hint`.
  func isExpected(
    _ person: Person, _ parameters: FormFields, _ call: IssuerCall
  ) -> Bool {
    let account = MicrosoftAccount(person)
    guard tenant(call).admits(account) else { return false }
    return switch parameters.filled("domain_hint") {
    case nil: true
    case "consumers": account.isPersonal
    case "organizations": !account.isPersonal
    case let domain?: person.email?.hasSuffix("@" + domain.lowercased()) ?? false
    }
  }
}

extension AppRegistration.Audience {
  fileprivate func admits(_ account: MicrosoftAccount, of app: AppRegistration) -> Bool {
    switch self {
    case .ownTenant: account.tenant == app.homeTenant
    case .organizations: !account.isPersonal
    case .everybody: true
    case .personal: account.isPersonal
    }
  }
}
