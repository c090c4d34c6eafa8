internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET /emulator/v1/projects/{project}/config`.
enum GetEmulatorConfig: ReadOperation {
  struct Input: Decodable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> EmulatorConfig {
    EmulatorConfig(context.project.config, context.switches)
  }
}

/// `PATCH /emulator/v1/projects/{project}/config`.
enum UpdateEmulatorConfig: WriteOperation {
  static func run(
    _ input: EmulatorConfig, in context: OperationContext, _ store: WriteTransaction
  ) throws -> EmulatorConfig {
    let accounts = try input.serviceAccounts.map(serviceAccounts)
    let project = try store.current(context.project, in: context.services.store)
    var (config, switches) = (project.config, project.switches)
    if let allows = input.signIn?.allowDuplicateEmails { config.allowDuplicateEmails = allows }
    if let accounts { config.serviceAccounts = accounts }
    if config != project.config {
      try store.update(config: config, of: project, in: context.services.store)
    }
    if let protects = input.emailPrivacyConfig?.enableImprovedEmailPrivacy {
      switches.set(.emailEnumerationProtection, to: protects ? .on : .off)
      try store.update(switches: switches, of: project, in: context.services.store)
    }
    return EmulatorConfig(config, switches)
  }

  private static func serviceAccounts(
    _ input: [EmulatorConfig.ServiceAccount]
  ) throws(APIError) -> [ServiceAccount] {
    var accounts: [ServiceAccount] = []
    for given in input {
      let account = ServiceAccount(clientEmail: given.clientEmail, publicKey: given.publicKey)
      guard CustomTokenCheck.key(of: account) != nil else {
        throw APIError(
          "Invalid value at 'service_accounts.public_key' (TYPE_STRING): a public key or a "
            + "certificate in PEM is required.", status: "INVALID_ARGUMENT")
      }
      accounts.append(account)
    }
    return accounts
  }
}

extension EmulatorConfig {
  fileprivate init(_ config: ProjectConfig, _ switches: Switches) {
    self.init(
      signIn: SignIn(allowDuplicateEmails: config.allowDuplicateEmails),
      emailPrivacyConfig: EmailPrivacy(
        enableImprovedEmailPrivacy: switches.isOn(.emailEnumerationProtection)),
      serviceAccounts: config.serviceAccounts.isEmpty
        ? nil
        : config.serviceAccounts.map {
          ServiceAccount(clientEmail: $0.clientEmail, publicKey: $0.publicKey)
        })
  }
}
