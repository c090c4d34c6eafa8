internal import EmuHTTP
internal import EmuJSON

// Configuration, tenants, providers, switches and API keys.

extension RandomState {
  private static let permissions =
    "{permissions: {disabledUserSignup: 'FLAG', disabledUserDeletion: 'FLAG'}}"

  /// Changes of the project's configuration: the paths, and the document.
  private static let configs: [(mask: String, document: String)] = [
    ("signIn.email", "{signIn: {email: {enabled: 'FLAG', passwordRequired: 'FLAG'}}}"),
    ("signIn.anonymous.enabled", "{signIn: {anonymous: {enabled: 'FLAG'}}}"),
    (
      "signIn.phoneNumber",
      "{signIn: {phoneNumber: {enabled: 'FLAG', testPhoneNumbers: 'TEST_NUMBERS'}}}"
    ),
    // Two users may have one address only where this is true, and no state here has such.
    ("signIn.allowDuplicateEmails", "{signIn: {allowDuplicateEmails: 'FLAG'}}"),
    ("client.permissions", "{client: \(permissions)}"),
    ("authorizedDomains", "{authorizedDomains: {one: [[], ['localhost'], ['a.test', 'b.test']]}}"),
    (
      "blockingFunctions",
      """
      {blockingFunctions: {
        triggers: {one: [{}, {beforeCreate: {functionUri: 'http://127.0.0.1:9/f'}}]},
        forwardInboundCredentials: {idToken: 'FLAG', accessToken: 'FLAG', refreshToken: 'FLAG'}}}
      """
    ),
    (
      "quota,multiTenant,monitoring",
      """
      {quota: {signUpQuotaConfig: {quota: '7', quotaDuration: '7200s'}},
       multiTenant: {allowTenants: 'FLAG'}, monitoring: {requestLogging: {enabled: 'FLAG'}}}
      """
    ),
    (
      "notification",
      "{notification: {defaultLocale: 'TEXT 20', sendSms: {useDeviceLocale: 'FLAG'}}}"
    ),
  ]

  /// Adds the project's configuration, a part in each call, since a later call may remove an earlier value.
  mutating func addConfig() {
    for _ in 0..<values.number(0...5) {
      if let (mask, document) = values.one(of: Self.configs.map(Optional.some) + [nil]) {
        config(mask, values.document(document))
      } else {
        let shared = shared("mfa")
        config(shared.keys.joined(separator: ","), shared)
      }
    }
    if values.chance(20) {
      admin(.patch, "v2", "/passkeyConfig?updateMask=rpId", ["rpId": "example.com"])
    }
  }

  private mutating func config(_ mask: String, _ body: JSONObject) {
    admin(.patch, "v2", "/config?updateMask=\(mask)", .object(body))
  }

  /// Returns some of the members that projects and tenants have.
  ///
  /// - Parameter mfa: the name of the one with the second factors.
  private mutating func shared(_ mfa: String) -> JSONObject {
    var config = values.document(
      """
      {'\(mfa)?40': {
         state: {one: ['DISABLED', 'ENABLED', 'MANDATORY']},
         enabledProviders: {one: [[], ['PHONE_SMS']]},
         providerConfigs: {one: [
           [], [{state: 'ENABLED', totpProviderConfig: {adjacentIntervals: 'NUMBER 0 10'}}]]}},
       'smsRegionConfig?30': {one: [
         {allowByDefault: {disallowedRegions: ['DE']}}, {allowByDefault: {disallowedRegions: []}},
         {allowlistOnly: {allowedRegions: []}}, {allowlistOnly: {allowedRegions: ['US', 'CH']}}]},
       'passwordPolicyConfig?30': {
         passwordPolicyEnforcementState: {one: ['OFF', 'ENFORCE']}, forceUpgradeOnSignin: 'FLAG',
         passwordPolicyVersions: [{customStrengthOptions: {
           minPasswordLength: 'NUMBER 6 30', containsNumericCharacter: 'FLAG',
           containsLowercaseCharacter: 'FLAG'}}]},
       'emailPrivacyConfig?30': {enableImprovedEmailPrivacy: 'FLAG'},
       'recaptchaConfig?30': {useAccountDefender: 'FLAG'}, 'autodeleteAnonymousUsers?30': 'FLAG'}
      """)
    if config.isEmpty { config["autodeleteAnonymousUsers"] = values.flag() }
    return config
  }

  /// Adds the configuration of a tenant, which its users have made.
  mutating func addTenant(_ id: String) {
    guard values.chance(80) else { return }
    var tenant = shared("mfaConfig")
    let own = values.document(
      """
      {'allowPasswordSignup?60': 'FLAG', 'enableEmailLinkSignin?60': 'FLAG',
       'enableAnonymousUser?60': 'FLAG', 'disableAuth?20': 'FLAG', 'displayName?50': 'TEXT 40',
       'client?30': \(Self.permissions), 'testPhoneNumbers?30': 'TEST_NUMBERS',
       'inheritance?20': {emailSendingConfig: 'FLAG'}}
      """)
    for member in own { tenant[member.key] = member.value }
    let mask = tenant.keys.joined(separator: ",")
    admin(.patch, "v2", "?updateMask=\(mask)", tenant: id, .object(tenant))
    if values.chance(15) {
      admin(
        .post, "v2", "/tenants", ["displayName": "Other", "allowPasswordSignup": values.flag()])
    }
  }

  // MARK: - Providers

  private static let providers: [(chance: Int, path: String, document: String)] = [
    (
      30, "oauthIdpConfigs?oauthIdpConfigId=oidc.corp",
      """
      {clientId: 'WORD', issuer: 'https://x.test', enabled: 'FLAG', displayName: 'LINE 40',
       clientSecret: 'LINE 30',
       responseType: {one: [{}, {code: true}, {idToken: true, code: false}]}}
      """
    ),
    (
      20, "inboundSamlConfigs?inboundSamlConfigId=saml.corp",
      """
      {enabled: 'FLAG', displayName: 'LINE 40',
       idpConfig: {idpEntityId: 'WORD', ssoUrl: 'https://x.test/sso',
         idpCertificates: [{x509Certificate: '-----BEGIN CERTIFICATE-----'}]},
       spConfig: {spEntityId: 'WORD', callbackUri: 'https://x.test/cb'}}
      """
    ), (30, "defaultSupportedIdpConfigs?idpId=google.com", "{clientId: 'WORD', enabled: 'FLAG'}"),
  ]

  mutating func addProviders() {
    for tenant in [nil] + tenants.map(Optional.some) {
      for provider in Self.providers where values.chance(provider.chance) {
        let body = values.document(provider.document)
        admin(.post, "v2", "/\(provider.path)", tenant: tenant, .object(body))
      }
    }
    guard values.chance(40) else { return }
    let seeded = values.document(
      """
      {providers: {
        'apple.com': {enabled: 'FLAG', clientId: 'WORD',
          bundleIds: {one: [[], ['a.b'], ['a.b', 'c.d']]},
          appleIssuer: {flagsAsText: 'FLAG', renewsIdToken: 'FLAG', eventsAsObject: 'FLAG',
            relaySenders: {one: [[], ['a@x.test']]}}},
        'microsoft.com': {clientId: 'WORD', enabled: 'FLAG',
          registration: {signInAudience: 'AzureADMyOrg', publicClient: 'FLAG', idTokens: 'FLAG',
            spaRedirectUris: [], assignedUsers: {one: [[], ['a@x.test']]}}}}}
      """)
    seed(seeded)
  }

  mutating func addSwitches() {
    if values.chance(20) {
      control(
        .post, "projects/\(project)/apiKeys", ["apiKey": .string("AIza\(values.word(8...8))")])
    }
    guard values.chance(50) else { return }
    var switches = JSONObject()
    for name in values.some(of: [
      "recentLogin", "idTokenExpiry", "passwordPolicy", "attemptLimits", "mfaState",
    ]) { switches[name] = values.one(of: ["off", "warn", "on"]) }
    control(.patch, "projects/\(project)/settings", .object(switches))
  }
}
