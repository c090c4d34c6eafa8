internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET /emulator/v1/projects/{project}/config`.
enum GetEmulatorConfig: ReadOperation {
  struct Input: Decodable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> EmulatorConfig {
    EmulatorConfig(context.project.config, context.settings)
  }
}

/// `PATCH /emulator/v1/projects/{project}/config`.
enum UpdateEmulatorConfig: WriteOperation {
  static func run(
    _ input: EmulatorConfig, in context: OperationContext, _ store: Writer
  ) throws -> EmulatorConfig {
    // The request's own snapshot may be older than a change that another request made meanwhile.
    let project =
      try store.reader.project(
        context.project.id, profile: context.services.store.directory.profile)
      ?? context.project
    var (config, settings) = (project.config, project.settings)
    if let allows = input.signIn?.allowDuplicateEmails {
      config.allowDuplicateEmails = allows
      try store.update(config: config, of: project, in: context.services.store)
    }
    if let protects = input.emailPrivacyConfig?.enableImprovedEmailPrivacy {
      settings.set(.emailEnumerationProtection, to: protects ? .on : .off)
      try store.update(settings: settings, of: project, in: context.services.store)
    }
    return EmulatorConfig(config, settings)
  }
}

extension EmulatorConfig {
  fileprivate init(_ config: ProjectConfig, _ settings: Settings) {
    self.init(
      signIn: SignIn(allowDuplicateEmails: config.allowDuplicateEmails),
      emailPrivacyConfig: EmailPrivacy(
        enableImprovedEmailPrivacy: settings.isOn(.emailEnumerationProtection)))
  }
}
