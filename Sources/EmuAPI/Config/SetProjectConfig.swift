internal import EmuModel
internal import EmuStore

/// v3 `setProjectConfig`: the old form of a configuration update.
///
/// E-mail templates and providers, which the old form could set too, have calls of their own.
enum SetProjectConfig: WriteOperation {
  struct Input: Decodable, Sendable {
    var allowPasswordUser: Bool?
    var enableAnonymousUser: Bool?
    var authorizedDomains: [String]?
    var targetProjectId: String?
    var delegatedProjectNumber: String?
  }

  struct Output: Codable, Sendable {
    /// The project number.
    var projectId: String
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: Writer
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
