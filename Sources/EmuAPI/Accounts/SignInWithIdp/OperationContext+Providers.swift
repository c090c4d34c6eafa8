internal import EmuModel
internal import EmuIdentity

extension OperationContext {
  func provider(_ id: String) -> any IdentityProvider { services.providers.provider(id) }

  /// Returns the id of a provider as a request means it, and explains another spelling.
  func providerID(_ text: String) -> String {
    let id = project.providerID(text)
    guard id != text else { return text }
    explain(
      .inputCheck, "\(text.prefix(128)) is the id of no provider in production",
      production: "OPERATION_NOT_ALLOWED")
    return id
  }

  /// - Throws: `OPERATION_NOT_ALLOWED`, by the switch `requireConfiguredProviders`.
  func checkConfigured(_ providerID: String) throws(APIError) {
    let config = project.providers[providerID]
    try check(
      .requireConfiguredProviders, config != nil,
      reason: "\(provider: providerID) is not configured in project \(project.id)",
      otherwise: .operationNotAllowed("The identity provider configuration is not found."))
    try check(
      .requireConfiguredProviders, config?.enabled ?? true,
      reason: "\(provider: providerID) is disabled in project \(project.id)",
      otherwise: .operationNotAllowed("The identity provider configuration is disabled."))
  }

  /// Checks that the project has the keys for a token endpoint that requires a signed client
  /// secret.
  ///
  /// - Throws: the given error, by the switch `requireConfiguredProviders`.
  func checkClientSecretKeys(
    of provider: any IdentityProvider, otherwise error: @autoclosure () -> APIError
  ) throws(APIError) {
    guard provider.signsClientSecrets else { return }
    try check(
      .requireConfiguredProviders, project.providers[provider.id]?.codeFlow != nil,
      reason:
        "\(provider: provider.id) has no code flow configuration (team id, key id, private key)",
      otherwise: error())
  }
}
