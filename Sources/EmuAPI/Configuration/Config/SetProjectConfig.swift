internal import EmuModel
internal import EmuStore

/// v3 `setProjectConfig`: the old form of a configuration update.
///
/// E-mail templates and providers of the old form have separate calls.
enum SetProjectConfig: WriteOperation {
  struct Input: Decodable, Sendable {
    var allowPasswordUser: Bool?
    var enableAnonymousUser: Bool?
    var authorizedDomains: [String]?
    var targetProjectId: String?
    // Published fields, accepted and not used: each has a separate call now.
    var delegatedProjectNumber: Int64?
    var apiKey: String?
    var useEmailSending: Bool?
    var changeEmailTemplate: EmailTemplate?
    var legacyResetPasswordTemplate: EmailTemplate?
    var resetPasswordTemplate: EmailTemplate?
    var verifyEmailTemplate: EmailTemplate?
    var idpConfig: [IdpConfig]?
  }

  struct EmailTemplate: Decodable, Sendable {
    var body: String?
    var format: String?
    var from: String?
    var fromDisplayName: String?
    var replyTo: String?
    var subject: String?
  }

  struct IdpConfig: Decodable, Sendable {
    var clientId: String?
    var enabled: Bool?
    var experimentPercent: Int32?
    var provider: String?
    var secret: String?
    var whitelistedAudiences: [String]?
  }

  struct Output: Codable, Sendable {
    /// The project number.
    var projectId: String
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Output {
    let project = try store.current(context.project, in: context.services.store)
    var config = project.config
    if let allows = input.allowPasswordUser { config.passwordSignInEnabled = allows }
    if let enables = input.enableAnonymousUser { config.anonymousSignInEnabled = enables }
    if let domains = input.authorizedDomains { config.authorizedDomains = domains }
    try store.update(config: config, of: project, in: context.services.store)
    return Output(projectId: Project.number)
  }
}
