internal import EmuModel
internal import EmuProviders

extension OperationContext {
  /// Whether the project takes credentials of a provider.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED` by switch.
  func checkConfigured(_ providerID: String) throws(APIError) {
    let config = project.providers[providerID]
    try check(
      .requireConfiguredProviders, config != nil,
      because: "\(providerID) is not configured in project \(project.id)",
      otherwise: .operationNotAllowed("The identity provider configuration is not found."))
    try check(
      .requireConfiguredProviders, config?.enabled ?? true,
      because: "\(providerID) is disabled in project \(project.id)",
      otherwise: .operationNotAllowed("The identity provider configuration is disabled."))
  }

  /// Whether the project can talk to Apple's token endpoint, for which it needs the keys that sign
  /// its client secret.
  ///
  /// - Throws: the error, by switch.
  func checkAppleCodeFlow(otherwise error: @autoclosure () -> APIError) throws(APIError) {
    try check(
      .requireConfiguredProviders, project.providers[Apple.providerID]?.codeFlow != nil,
      because: "apple.com has no code flow configuration (team id, key id, private key)",
      otherwise: error())
  }
}
