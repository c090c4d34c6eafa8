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
  func check(_ clientID: String, _ config: ProviderConfig?, _ call: IssuerCall) throws {
    if let problem = problem(of: config?.registration, at: tenant(call)) {
      throw MicrosoftError(
        problem,
        ["client": String(clientID.prefix(128)), "tenant": call.parameters["tenant"] ?? ""],
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
  ) -> OAuthError? {
    let account = MicrosoftAccount(person)
    let app = client.config?.registration
    guard tenant(call).admits(account) else {
      let isDirectory = tenant(call).id != nil && tenant(call) != .consumers
      return refused(
        account, client.id, isDirectory ? 50020 : 500_208,
        "The account belongs to the tenant \(account.tenant). Pick another one, or make it a guest: "
          + "an account of this tenant with the claim idp.", call)
    }
    return refusal(of: account, client.id, app, scopes, call)
  }

  /// Returns the refusal of an account by the app's registration, for any grant.
  private func refusal(
    of account: MicrosoftAccount, _ client: String, _ app: AppRegistration?, _ scopes: Scopes,
    _ call: IssuerCall
  ) -> OAuthError? {
    guard let app else { return nil }
    if let audience = app.signInAudience, !audience.admits(account, of: app) {
      return refused(
        account, client, audience == .ownTenant ? 50020 : 500_208,
        "The app's signInAudience is \(audience.rawValue), and the account belongs to "
          + "\(account.tenant).", call)
    }
    func isCalled(_ name: String) -> Bool {
      name == account.person.subject || EmailAddress.canonical(name) == account.person.email
    }
    if let assigned = app.assignedUsers, !assigned.contains(where: isCalled) {
      return refused(
        account, client, 50105, "The app's assignedUsers do not name the account.", call)
    }
    let reserved = Set((app.adminConsentScopes ?? []).map(MicrosoftScopes.key))
    if let scope = scopes.names.first(where: { reserved.contains(MicrosoftScopes.key($0)) }) {
      return refused(account, client, 90094, "The app's adminConsentScopes name \(scope).", call)
    }
    return nil
  }

  private func refused(
    _ account: MicrosoftAccount, _ client: String, _ number: Int, _ reason: String,
    _ call: IssuerCall
  ) -> OAuthError {
    OAuthError(
      .init(name: AADSTS.of(number).frontError), reason,
      problem: .numbered(
        number,
        [
          "account": account.person.email ?? account.person.subject, "client": client,
          "tenant": call.parameters["tenant"] ?? "",
        ]))
  }

  func refusal(
    of redemption: Redemption, _ context: RedemptionContext, _ call: IssuerCall
  ) -> OAuthError? {
    let account = MicrosoftAccount(redemption.person)
    let grant = context.form["grant_type"]
    if grant == PasswordGrant.name, [.common, .consumers].contains(tenant(call)) {
      return OAuthError(
        .invalidRequest, reason: "A password is accepted at /organizations or one tenant.",
        problem: .numbered(9_001_023, [:]))
    }
    return tenant(call).admits(account)
      ? refusal(
        of: account, context.clientID, context.config?.registration, Scopes(redemption.scope), call)
      : refused(
        account, context.clientID, grant == AuthorizationCodeGrant.name ? 700_005 : 50020,
        "The account belongs to the tenant \(account.tenant), whose tokens are not to be "
          + "had at \(call.parameters["tenant"] ?? "").", call)
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
    case .anyAccount: true
    case .personal: account.isPersonal
    }
  }
}
