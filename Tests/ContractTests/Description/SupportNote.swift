/// The limits of an operation's support.
///
/// An operation without a note is complete. Its test is the suite of its name, or otherwise the
/// file that names it most often; a note may name another.
struct SupportNote {
  enum State: String {
    case whole
    /// Partial support; the text names the missing part.
    case part
  }

  var state = State.whole
  var text = ""
  var test: String?

  static func whole(_ text: String = "", test: String? = nil) -> SupportNote {
    SupportNote(text: text, test: test)
  }

  static func part(_ text: String, test: String? = nil) -> SupportNote {
    SupportNote(state: .part, text: text, test: test)
  }

  /// Returns the note of an operation's name, or of the name up to its colon.
  static func of(_ operation: String) -> SupportNote {
    table[operation] ?? operation.firstIndex(of: ":").flatMap { table[String(operation[..<$0])] }
      ?? SupportNote()
  }

  private static let table: [String: SupportNote] = [
    // MARK: Clients
    "accounts:signUp": .whole("anonymous, password, link password", test: "SignUpTests"),
    "accounts:signInWithPassword": .whole(
      "reCAPTCHA where it is configured", test: "SignInWithPasswordTests"),
    "accounts:signInWithCustomToken": .whole(
      "unsigned tokens of Admin SDKs always; bare JSON and signed tokens by `customTokenSignature`",
      test: "CustomTokenTests"),
    "accounts:signInWithIdp": .whole(test: "SignInWithIdpSignInTests"),
    "accounts:createAuthUri": .whole(
      "by address, or with a `providerId` to the issuer's sign-in page; for SAML with a `SAMLRequest`",
      test: "IdpSessionTests"),
    "accounts:lookup": .whole(test: "LookupTests"),
    "accounts:update": .whole("`oobCode` of every kind", test: "UpdateTests"),
    "accounts:delete": .whole(test: "DeleteTests"),
    "accounts:sendOobCode": .whole(
      "the four types that can be asked for; `returnOobLink`; reCAPTCHA where it is configured",
      test: "SendOobCodeTests"),
    "accounts:resetPassword": .whole(
      "inspect, reset, and address with old password", test: "ResetPasswordTests"),
    "accounts:signInWithEmailLink": .whole(test: "SignInWithEmailLinkTests"),
    "accounts:sendVerificationCode": .whole(
      "receipts of `verifyIosClient` and configured reCAPTCHA are checked", test: "PhoneTests"),
    "accounts:signInWithPhoneNumber": .whole(
      "sign-in, sign-up, link, update, reauthenticate, `temporaryProof`", test: "PhoneTests"),
    "recaptchaParams": .whole("fake keys", test: "EmulatorEndpointTests"),
    "recaptchaConfig": .whole("as the project configures it", test: "AppVerificationTests"),
    "accounts:signInWithGameCenter": .whole(
      "signatures of our own are verified; `issuers/gc.apple.com/signatures` makes them",
      test: "GameCenterTests"),
    "accounts:verifyIosClient": .whole(
      "the push's secret is printed and listed", test: "AppVerificationTests"),
    "accounts:issueSamlResponse": .whole(
      "an assertion in JSON", test: "IssueSamlResponseTests"),
    "accounts:revokeToken": .whole("Apple", test: "RevokeTokenTests"),
    "mfaEnrollment": .whole("telephone and authenticator app", test: "MfaEnrollmentTests"),
    "mfaSignIn": .whole("telephone and authenticator app", test: "MfaSignInTests"),
    "projects": .whole(test: "EmulatorEndpointTests"),
    "token": .whole("form or JSON", test: "TokenTests"),
    "publicKeys": .whole("certificates of the keys that sign ID tokens and cookies"),
    "sessionCookiePublicKeys": .whole("the same keys as a JSON Web Key Set"),
    "passkeyEnrollment": .whole(
      "`deletePasskey` in `accounts:update`, `passkeyInfo` in `accounts:lookup`",
      test: "PasskeyTests"),
    "passkeySignIn": .whole(test: "PasskeyTests"),
    "passwordPolicy": .whole("of the project or of `tenantId`", test: "PasswordPolicyTests"),

    // MARK: Administrators
    "accounts:batchCreate": .whole(
      "every hash algorithm; second factors", test: "BatchCreateTests"),
    "accounts:batchDelete": .whole(test: "ListTests"),
    "accounts:batchGet": .whole("`maxResults=-1` streams everyone", test: "ListTests"),
    "accounts:query": .whole(test: "ListTests"),
    "projects:createSessionCookie": .whole(
      "signed when ID tokens are", test: "SessionCookieTests"),
    "projects:getConfig": .whole("every section is shown", test: "ConfigTests"),
    "projects:updateConfig": .part(
      "every section is kept; with effect: `signIn`, `emailPrivacyConfig`, `client.permissions`, "
        + "`authorizedDomains`, `passwordPolicyConfig`, `mfa`, `blockingFunctions`, "
        + "`recaptchaConfig`, `smsRegionConfig`", test: "ConfigTests"),
    "identityPlatform": .whole("every project has everything", test: "FieldTests"),
    "passkeyConfig": .whole("`rpId`, `expectedOrigins`", test: "PasskeyRequestTests"),
    "tenants": .whole(test: "TenantTests"),
    "tenants:getIamPolicy": .whole("a policy is kept and decides nothing", test: "TenantTests"),
    "tenants:setIamPolicy": .whole("a policy is kept and decides nothing", test: "TenantTests"),
    "tenants:testIamPermissions": .whole("everybody has every permission", test: "TenantTests"),
    "oauthIdpConfigs": .whole("what is set up there signs in", test: "ProviderConfigTests"),
    "inboundSamlConfigs": .whole(
      "what is set up there signs in",
      test: "ProviderConfigTests"),
    "defaultSupportedIdpConfigs": .whole(
      "what is set up there signs in", test: "ProviderConfigTests"),
    "defaultSupportedIdps": .whole(test: "ProviderConfigTests"),

    // MARK: v3 only
    "setProjectConfig": .whole("flags and domains", test: "ConfigTests"),
    "signOutUser": .whole("ends no session", test: "RarelyCalledTests"),

    // MARK: The official emulator's calls
    "ready": .whole(test: "test_openapi.py"),
    "emulators": .whole(
      "the hub's list, with this emulator alone", test: "EmulatorEndpointTests"),
    "emulator.accounts": .whole(test: "EmulatorEndpointTests"),
    "emulator.config": .whole("`serviceAccounts` besides", test: "EmulatorEndpointTests"),
    "emulator.oobCodes": .whole("`?email=` besides", test: "EmulatorEndpointTests"),
    "emulator.verificationCodes": .whole(
      "`?phoneNumber=` besides", test: "EmulatorEndpointTests"),
    "emulator.totpCodes": .whole(
      "the present code of each authenticator app", test: "RevertSecondFactorTests"),
    "emulator.users": .whole("search and pages in the store", test: "ListUsersTests"),
    "emulator.messages": .whole("links, codes, and what a relay does", test: "ListMessagesTests"),
    "projects:list": .whole("with the tenants of each", test: "ConsoleCallTests"),
    "console.page": .whole("the screens of the console", test: "ConsoleTests"),
    "console.asset": .whole("their files, for browsers to keep", test: "ConsoleTests"),
    "emulator.action": .whole("a page for browsers, JSON for programs", test: "ActionTests"),
    "emulator.appLink": .whole("the page behind links for apps", test: "ProductionCodeTests"),
    "webSignIn.page": .whole("every SDK's web sign-in", test: "NativeReturnTests"),
    "webSignIn.frame": .whole("the frame of the Web SDK", test: "PageTests"),
    "webSignIn.frameScript": .whole("", test: "PageTests"),
    "webSignIn.loader": .whole("for apps to load", test: "PageTests"),
    "webSignIn.event": .whole("for the frame alone", test: "PageTests"),
    "webSignIn.callback": .whole("where providers return for Cordova", test: "NativeReturnTests"),
    "emulator.openapi": .whole("OpenAPI 3.1", test: "test_openapi.py"),

    // MARK: Control
    "llms.txt": .whole("the file of the docs, for coding agents", test: "test_mcp.py"),
    "scenarios": .whole(test: "ScenarioTests"),
    "scenarios/{scenario}": .whole(test: "ScenarioTests"),
    "recordings": .whole("from now on, or since a reset", test: "RecordingTests"),
    "recordings/{recording}": .whole(test: "RecordingTests"),
    "health": .whole(test: "SettingsTests"),
    "projects/{project}/settings": .whole(test: "SettingsTests"),
    "projects/{project}/apiKeys": .whole(test: "SettingsTests"),
    "clock": .whole(test: "ClockTests"),
    "requests": .whole(test: "RequestLogTests"),
    "requests/{id}": .whole(
      "`?format=text`, `?format=curl`, `&secrets=true`", test: "RequestLogTests"),
    "reset": .whole(test: "ResetTests"),
    "seed": .whole(test: "SeedTests"),
    "export": .whole("as a seed document, or one user per line", test: "SeedExportTests"),
    "projects/{project}/import": .whole("in any form", test: "ImportTests"),
    "snapshots": .whole("of everything, or of one project", test: "SnapshotTests"),
    "snapshots/{snapshot}": .whole(test: "SnapshotTests"),
    "issuers.list": .whole(test: "DiscoveryTests"),
    "issuers.get": .whole("with its options", test: "IssuerOptionsTests"),
    "issuers.update": .whole("its options", test: "IssuerOptionsTests"),
    "faults": .whole("of the backend, the issuers, pages and control calls", test: "FaultTests"),
    "faults/{fault}": .whole(test: "FaultTests"),
    "settings:describe": .whole("every switch, with its values", test: "SettingsTests"),
    "faults:describe": .whole("what can fail, and how", test: "OperationNameTests"),
    "issuers.faults.list": .whole(test: "IssuerFaultTests"),
    "issuers.faults.create": .whole(
      "per account, per client, or so many times", test: "IssuerFaultTests"),
    "issuers.faults.clear": .whole(test: "IssuerFaultTests"),
    "issuers.faults.delete": .whole(test: "IssuerFaultTests"),
    "issuers.answers.list": .whole(test: "AnswerQueueTests"),
    "issuers.answers.create": .whole("claims and lifetimes to order", test: "AnswerQueueTests"),
    "issuers.answers.clear": .whole(test: "AnswerQueueTests"),
    "issuers.accounts.list": .whole(test: "AccountsTests"),
    "issuers.accounts.create": .whole(test: "AccountsTests"),
    "issuers.accounts.update": .whole(test: "AccountsTests"),
    "issuers.accounts.delete": .whole(test: "AccountsTests"),
    "issuers.gameCenter.signatures": .whole(
      "the body of `accounts:signInWithGameCenter`", test: "GameCenterTests"),
    "issuers.tokens": .whole(test: "MintTests"),
    "issuers.assertions": .whole("saml.*", test: "SAMLIssuerTests"),
    "issuers.keys": .whole(test: "KeyRotationTests"),
    "issuers.grants.list": .whole(test: "AppleTokenTests"),
    "issuers.notifications": .whole("apple.com", test: "AppleNotificationTests"),
    "issuers.credentialState": .whole("apple.com", test: "AppleTransferTests"),
    "issuers.relay": .whole("apple.com", test: "AppleTransferTests"),
    "issuers.accounts:changePassword": .whole("apple.com", test: "AppleTransferTests"),

    // MARK: Issuers
    "issuer.discovery": .whole(test: "DiscoveryTests"),
    "issuer.keys": .whole(test: "DiscoveryTests"),
    "issuer.authorize": .whole(test: "AuthorizeTests"),
    "issuer.signIn": .whole(test: "SignInPageTests"),
    "issuer.token": .whole(test: "TokenEndpointTests"),
    "issuer.revoke": .whole(test: "UserInfoTests"),
    "issuer.userMigrationInfo": .whole(test: "AppleMigrationTests"),
    "issuer.par": .whole("`oidc.*`", test: "PushedRequestTests"),
    "issuer.debugger": .whole(test: "DebuggerTests"),
    "issuer.device": .whole(test: "DeviceTests"),
    "issuer.devicePage": .whole(test: "DeviceTests"),
    "issuer.userinfo": .whole(test: "UserInfoTests"),
    "issuer.introspect": .whole(test: "UserInfoTests"),
    "issuer.endSession": .whole(test: "UserInfoTests"),
    "issuer.tokeninfo": .whole("google.com", test: "GoogleTests"),
    "issuer.instance": .whole("microsoft.com", test: "MicrosoftTokenTests"),
    "graph.me": .whole("microsoft.com", test: "MicrosoftGraphTests"),
    "graph.user": .whole("microsoft.com", test: "MicrosoftGraphTests"),
    "graph.photo": .whole("microsoft.com", test: "MicrosoftGraphTests"),
    "graph.photoValue": .whole("microsoft.com", test: "MicrosoftGraphTests"),
    "graph.userinfo": .whole("microsoft.com", test: "MicrosoftGraphTests"),
    "issuer.facebook.me": .whole(test: "FacebookTests"),
    "issuer.facebook.debugToken": .whole(test: "FacebookTests"),
    "issuer.facebook.permissions": .whole(test: "FacebookTests"),
    "issuer.github.user": .whole(test: "GitHubTests"),
    "issuer.github.emails": .whole(test: "GitHubTests"),
    "issuer.twitter.requestToken": .whole("OAuth 1.0a", test: "SignedRequestTests"),
    "issuer.twitter.authorize": .whole("OAuth 1.0a", test: "SignedRequestTests"),
    "issuer.twitter.page": .whole("OAuth 1.0a", test: "SignedRequestTests"),
    "issuer.twitter.accessToken": .whole("OAuth 1.0a", test: "SignedRequestTests"),
    "issuer.twitter.verifyCredentials": .whole("OAuth 1.0a", test: "SignedRequestTests"),
    "issuer.twitter.me": .whole("OAuth 2.0", test: "SignedRequestTests"),
    "issuer.linkedin.me": .whole("for older apps", test: "LinkedInYahooTests"),
    "issuer.linkedin.email": .whole("for older apps", test: "LinkedInYahooTests"),
    "gameCenter.certificate": .whole("in DER", test: "GameCenterTests"),
    "securetoken.x509": .whole(test: "SecureTokenTests"),
    "securetoken.jwk": .whole(test: "SecureTokenTests"),
    "securetoken.discovery": .whole(test: "SecureTokenTests"),
  ]
}
