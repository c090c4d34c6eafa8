internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `GET /emulator/v1/projects/{project}/config`.
enum GetEmulatorConfig: ReadOperation, DescribedCall {
  static let about = "Returns the part of the configuration that the official emulator can set."

  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws -> EmulatorConfig {
    EmulatorConfig(context.project)
  }
}

/// `PATCH /emulator/v1/projects/{project}/config`.
enum UpdateEmulatorConfig: WriteOperation, DescribedCall {
  static let about = "Changes that configuration."

  static func run(
    _ input: EmulatorConfig, in context: OperationContext, _ store: WriteTransaction
  ) throws -> EmulatorConfig {
    guard (input.serviceAccounts ?? []).allSatisfy({ $0.key != nil }) else {
      throw APIError(
        "Invalid value at 'service_accounts.public_key' (TYPE_STRING): a public key or a "
          + "certificate in PEM is required.", status: "INVALID_ARGUMENT")
    }
    var project = try store.current(context.project)
    let before = project
    try project.publishedConfig.merge(
      JSONDecoding.decode(Config.self, from: JSONEncoding.tree(of: input)))
    try store.update(project, from: before, in: context.services.store)
    return EmulatorConfig(project)
  }
}

extension EmulatorConfig {
  fileprivate init(_ project: Project) {
    self.init()
    signIn = SignIn(allowDuplicateEmails: project.allowsDuplicateEmails)
    emailPrivacyConfig = Config.EmailPrivacy(
      enableImprovedEmailPrivacy: project.switches.isOn(.emailEnumerationProtection))
    serviceAccounts = project.config.serviceAccounts
  }
}

/// The configuration of the official emulator's own endpoint: a part of ``Config``.
struct EmulatorConfig: Codable, Sendable {
  struct SignIn: Codable, Sendable {
    var allowDuplicateEmails: Bool?
  }

  var signIn: SignIn?
  var emailPrivacyConfig: Config.EmailPrivacy?
  /// The signers of custom tokens; the official emulator does not have this member.
  var serviceAccounts: [ServiceAccount]?
}
