/// The parts of a project's configuration that change what calls answer.
package struct ProjectConfig: Sendable, Hashable, Codable {
  package var allowDuplicateEmails: Bool
  package var passwordSignInEnabled: Bool
  package var anonymousSignInEnabled: Bool
  /// Whether clients may not create accounts.
  package var signUpDisabled: Bool
  /// Whether clients may not delete their own account.
  package var deletionDisabled: Bool
  /// Nil for the default list.
  package var authorizedDomains: [String]?
  /// Who may sign custom tokens; consulted for signed tokens and by `customTokenSignature`.
  package var serviceAccounts: [ServiceAccount]

  package init(
    allowDuplicateEmails: Bool = false, passwordSignInEnabled: Bool = true,
    anonymousSignInEnabled: Bool = true, signUpDisabled: Bool = false,
    deletionDisabled: Bool = false, authorizedDomains: [String]? = nil,
    serviceAccounts: [ServiceAccount] = []
  ) {
    self.allowDuplicateEmails = allowDuplicateEmails
    self.passwordSignInEnabled = passwordSignInEnabled
    self.anonymousSignInEnabled = anonymousSignInEnabled
    self.signUpDisabled = signUpDisabled
    self.deletionDisabled = deletionDisabled
    self.authorizedDomains = authorizedDomains
    self.serviceAccounts = serviceAccounts
  }

  /// Reads what was stored; a member that an older version did not know keeps its default.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys, default fallback: Bool) throws -> Bool {
      try container.decodeIfPresent(Bool.self, forKey: key) ?? fallback
    }
    self.init(
      allowDuplicateEmails: try flag(.allowDuplicateEmails, default: false),
      passwordSignInEnabled: try flag(.passwordSignInEnabled, default: true),
      anonymousSignInEnabled: try flag(.anonymousSignInEnabled, default: true),
      signUpDisabled: try flag(.signUpDisabled, default: false),
      deletionDisabled: try flag(.deletionDisabled, default: false),
      authorizedDomains: try container.decodeIfPresent(
        [String].self, forKey: .authorizedDomains),
      serviceAccounts: try container.decodeIfPresent(
        [ServiceAccount].self, forKey: .serviceAccounts) ?? [])
  }

  /// The domains that a continue URL may lead to.
  package func authorizedDomains(of projectID: String) -> [String] {
    authorizedDomains
      ?? ["localhost", "127.0.0.1", "\(projectID).firebaseapp.com", "\(projectID).web.app"]
  }
}
