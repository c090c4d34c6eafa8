internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `GET v2/projects/{project}/config`.
enum GetConfig: ReadOperation {
  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Message<Config> {
    try context.project.shownConfig(isRead: true)
  }
}

/// `PATCH v2/projects/{project}/config?updateMask=…`.
///
/// Without a mask the fields in the body are changed, so absent sections remain.
enum UpdateConfig: WriteOperation {
  static func prepare(
    _ input: ResourceUpdate<Config>, in context: OperationContext
  ) throws -> MaskedUpdate<Config> {
    try input.update("config", in: context)
  }

  static func run(
    _ prepared: MaskedUpdate<Config>, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Message<Config> {
    let mask = prepared.mask
    var project = try store.current(context.project)
    let before = project
    var config = try prepared.configuration(changing: project.publishedConfig, in: context)
    if mask.touches("emailPrivacyConfig") {
      config.emailPrivacyConfig = config.emailPrivacyConfig ?? Config.EmailPrivacy()
    }
    // The default domains are those of a new project; production clears them as any list.
    if mask.touches("authorizedDomains"), context.rules.clearsDefaultDomains {
      config.authorizedDomains = config.authorizedDomains ?? []
    }
    if mask.touches("blockingFunctions", "triggers") {
      config.blockingFunctions?.stamp(since: before.blockingFunctions, in: context)
    }
    try context.checkStrictly(
      config.emailTemplates == before.config.emailTemplates
        || config.notification?.sendEmail?.method == .smtp,
      reason: "templates are changed where notification.sendEmail.method is CUSTOM_SMTP",
      otherwise: APIError("EMAIL_TEMPLATE_UPDATE_NOT_ALLOWED"))
    project.publishedConfig = config
    try store.update(project, from: before, in: context.services.store)
    return try project.shownConfig()
  }
}

/// `POST v2/projects/{project}/identityPlatform:initializeAuth`: has no effect, because every
/// project is initialized.
enum InitializeIdentityPlatform: ReadOperation {
  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws -> EmptyMessage { EmptyMessage() }
}

extension Config.BlockingFunctions {
  /// Sets a trigger's update time when its address changes. Only the official emulator stores a time
  /// of the caller.
  fileprivate mutating func stamp(since old: Self, in context: OperationContext) {
    triggers = triggers.map { triggers in
      var stamped = triggers
      for (name, trigger) in triggers where trigger.functionUri?.isEmpty == false {
        let before = old.triggers?[name]
        let isSame = trigger.functionUri == before?.functionUri
        if context.rules.acceptsTriggerTimes, let time = trigger.updateTime,
          isSame || time != before?.updateTime
        {
          continue
        }
        stamped[name]?.updateTime =
          (isSame ? before?.updateTime : nil) ?? context.now.rfc3339
      }
      return stamped
    }
  }
}
