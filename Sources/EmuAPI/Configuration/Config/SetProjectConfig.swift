internal import EmuJSON
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
    var project = try store.current(context.project)
    var changes = JSONObject()
    changes.set(input.allowPasswordUser.map { .bool($0) }, at: ["signIn", "email", "enabled"])
    changes.set(
      input.enableAnonymousUser.map { .bool($0) }, at: ["signIn", "anonymous", "enabled"])
    changes["authorizedDomains"] = input.authorizedDomains.map { .array($0.map { .string($0) }) }
    project.config = try MaskedUpdate(
      message: JSONDecoding.decode(Config.self, from: .object(changes)),
      mask: FieldMask(filledIn: changes, of: Config.self)
    ).applied(to: project.config, in: context)
    try store.update(config: project.config, of: project, in: context.services.store)
    return Output(projectId: Project.number)
  }
}
