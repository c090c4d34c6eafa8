/// The parts of a project's configuration that change responses.
package struct ProjectConfig: Sendable, Hashable, Codable {
  package var allowDuplicateEmails: Bool
  package var passwordSignInEnabled: Bool
  /// True when an address can sign in by an e-mail link, without a password.
  package var emailLinkSignInEnabled: Bool
  package var phoneSignInEnabled: Bool
  package var anonymousSignInEnabled: Bool
  /// True when clients may not create accounts.
  package var signUpDisabled: Bool
  /// True when clients may not delete their account.
  package var deletionDisabled: Bool
  /// Nil for the default list.
  package var authorizedDomains: [String]?
  /// The signers of custom tokens; used for signed tokens and by `customTokenSignature`.
  package var serviceAccounts: [ServiceAccount]
  /// Nil when none was ever set.
  package var passwordPolicy: PasswordPolicy?
  /// Phone numbers with a fixed code, in E.164, each with its code.
  package var testPhoneNumbers: [String: String]
  /// Nil when none was ever set.
  package var passkeys: PasskeyConfig?
  /// Of a tenant those of its project.
  package var blockingFunctions: BlockingFunctions
  /// The published `Config` (of a tenant: `Tenant`) as last written, as JSON text.
  ///
  /// Members above override its fields. Second factors, SMS regions and e-mail templates exist only
  /// in it.
  package var document: String

  package init(
    allowDuplicateEmails: Bool = false, passwordSignInEnabled: Bool = true,
    emailLinkSignInEnabled: Bool = true, phoneSignInEnabled: Bool = true,
    anonymousSignInEnabled: Bool = true, signUpDisabled: Bool = false,
    deletionDisabled: Bool = false, authorizedDomains: [String]? = nil,
    serviceAccounts: [ServiceAccount] = [], passwordPolicy: PasswordPolicy? = nil,
    testPhoneNumbers: [String: String] = [:], passkeys: PasskeyConfig? = nil,
    blockingFunctions: BlockingFunctions = BlockingFunctions(), document: String = "{}"
  ) {
    self.allowDuplicateEmails = allowDuplicateEmails
    self.passwordSignInEnabled = passwordSignInEnabled
    self.emailLinkSignInEnabled = emailLinkSignInEnabled
    self.phoneSignInEnabled = phoneSignInEnabled
    self.anonymousSignInEnabled = anonymousSignInEnabled
    self.signUpDisabled = signUpDisabled
    self.deletionDisabled = deletionDisabled
    self.authorizedDomains = authorizedDomains
    self.serviceAccounts = serviceAccounts
    self.passwordPolicy = passwordPolicy
    self.testPhoneNumbers = testPhoneNumbers
    self.passkeys = passkeys
    self.blockingFunctions = blockingFunctions
    self.document = document
  }

  /// Decodes a stored configuration; an absent member keeps its default.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys, default fallback: Bool) throws -> Bool {
      try container.decodeIfPresent(Bool.self, forKey: key) ?? fallback
    }
    self.init(
      allowDuplicateEmails: try flag(.allowDuplicateEmails, default: false),
      passwordSignInEnabled: try flag(.passwordSignInEnabled, default: true),
      emailLinkSignInEnabled: try flag(.emailLinkSignInEnabled, default: true),
      phoneSignInEnabled: try flag(.phoneSignInEnabled, default: true),
      anonymousSignInEnabled: try flag(.anonymousSignInEnabled, default: true),
      signUpDisabled: try flag(.signUpDisabled, default: false),
      deletionDisabled: try flag(.deletionDisabled, default: false),
      authorizedDomains: try container.decodeIfPresent(
        [String].self, forKey: .authorizedDomains),
      serviceAccounts: try container.decodeIfPresent(
        [ServiceAccount].self, forKey: .serviceAccounts) ?? [],
      passwordPolicy: try container.decodeIfPresent(
        PasswordPolicy.self, forKey: .passwordPolicy),
      testPhoneNumbers: try container.decodeIfPresent(
        [String: String].self, forKey: .testPhoneNumbers) ?? [:],
      passkeys: try container.decodeIfPresent(PasskeyConfig.self, forKey: .passkeys),
      blockingFunctions: try container.decodeIfPresent(
        BlockingFunctions.self, forKey: .blockingFunctions) ?? BlockingFunctions(),
      document: try container.decodeIfPresent(String.self, forKey: .document) ?? "{}")
  }

  /// The fixed code of a test number, whichever way the number is punctuated; nil for any other.
  package func testCode(of phoneNumber: String) -> String? {
    guard !testPhoneNumbers.isEmpty else { return nil }
    let digits = PhoneNumber.digits(of: phoneNumber)
    return testPhoneNumbers.first { PhoneNumber.digits(of: $0.key) == digits }?.value
  }

  /// Returns the domains that a continue URL may have.
  package func authorizedDomains(of projectID: String) -> [String] {
    authorizedDomains
      ?? ["localhost", "127.0.0.1", "\(projectID).firebaseapp.com", "\(projectID).web.app"]
  }
}

/// The relying party of a project's or tenant's passkeys.
package struct PasskeyConfig: Sendable, Hashable, Codable {
  /// The domain that passkeys belong to.
  package var relyingPartyID: String
  /// The pages and apps that may use them; empty for those of the domain.
  package var expectedOrigins: [String]

  package init(relyingPartyID: String, expectedOrigins: [String] = []) {
    self.relyingPartyID = relyingPartyID
    self.expectedOrigins = expectedOrigins
  }

  /// The default: pages on this machine, as on the official emulator.
  package static let local = PasskeyConfig(relyingPartyID: "localhost")
}

/// A service account whose custom tokens a project accepts.
package struct ServiceAccount: Sendable, Hashable, Codable {
  /// The e-mail address, which is `iss` and `sub` of the tokens.
  package var clientEmail: String
  /// The public key: `-----BEGIN PUBLIC KEY-----` or a certificate, in PEM.
  package var publicKey: String

  package init(clientEmail: String, publicKey: String) {
    self.clientEmail = clientEmail
    self.publicKey = publicKey
  }
}
