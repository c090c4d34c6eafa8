/// The name of a rule, as decisions, the request log and `X-Emulator-Explain` show it.
///
/// Each rule has a member below, so that a misspelt name does not compile.
package struct RuleName: Sendable, Hashable {
  /// In camel case, such as `oobCode`.
  package let text: String

  private init(_ text: String) { self.text = text }

  /// The rule that a project's switch governs.
  package static func `switch`(_ name: Switch) -> RuleName { RuleName(name.rawValue) }

  package static func function(_ event: BlockingEvent) -> RuleName { RuleName(event.rawValue) }

  /// A decision of a single operation, such as `issuers.token`.
  package static func operation(_ name: String) -> RuleName { RuleName(name) }

  /// The handling of a field of the request.
  package static func field(_ name: String) -> RuleName { RuleName(name) }
}

extension RuleName: CustomStringConvertible {
  package var description: String { text }
}

extension RuleName {
  // MARK: Every request

  /// A rejection that no other rule explains.
  package static let refusal = RuleName("refusal")
  /// A fault of the emulator itself.
  package static let internalError = RuleName("internal")
  /// A failure that a test has set for an issuer.
  package static let fault = RuleName("fault")
  package static let apiKey = RuleName("apiKey")
  package static let appCheck = RuleName("appCheck")
  /// A check that production makes and that no switch governs.
  package static let profile = RuleName("profile")
  package static let singleProject = RuleName("singleProject")
  package static let updateMask = RuleName("updateMask")

  // MARK: Sessions and tokens

  package static let customToken = RuleName("customToken")
  package static let idToken = RuleName("idToken")
  package static let refreshToken = RuleName("refreshToken")
  package static let session = RuleName("session")

  // MARK: Accounts

  /// A change to an account by an administrator or by the person.
  package static let account = RuleName("account")
  package static let appCredential = RuleName("appCredential")
  package static let delete = RuleName("delete")
  package static let emailLink = RuleName("emailLink")
  package static let gameCenter = RuleName("gameCenter")
  package static let oobCode = RuleName("oobCode")
  package static let passkey = RuleName("passkey")
  package static let password = RuleName("password")
  package static let passwordHash = RuleName("passwordHash")
  package static let saml = RuleName("saml")
  package static let phone = RuleName("phone")
  package static let signUp = RuleName("signUp")
  package static let testPhoneNumber = RuleName("testPhoneNumber")
  package static let verificationCode = RuleName("verificationCode")

  // MARK: Second factors

  package static let mfaPendingCredential = RuleName("mfaPendingCredential")
  package static let secondFactor = RuleName("secondFactor")
  package static let totp = RuleName("totp")

  // MARK: Sign-in with a provider

  package static let authorizationCode = RuleName("authorizationCode")
  package static let autoCreate = RuleName("autoCreate")
  /// A credential that no setting of the project makes valid.
  package static let credential = RuleName("credential")
  package static let customParameter = RuleName("customParameter")
  package static let externalIssuer = RuleName("externalIssuer")
  /// Permission to add a credential to an account.
  package static let link = RuleName("link")
  package static let linking = RuleName("linking")
  package static let pendingToken = RuleName("pendingToken")
  package static let privateRelay = RuleName("privateRelay")
  package static let requestToken = RuleName("requestToken")
  package static let revokeToken = RuleName("revokeToken")
  package static let unlink = RuleName("unlink")
  /// The web sign-in page's result for the app.
  package static let webSignIn = RuleName("webSignIn")

  // MARK: Issuers

  package static let firstAuthorization = RuleName("firstAuthorization")
  package static let introspection = RuleName("introspection")
  package static let notification = RuleName("notification")
  package static let revocation = RuleName("revocation")
  package static let scope = RuleName("scope")
  /// The signature of a request of OAuth 1.0a.
  package static let signature = RuleName("signature")
}
