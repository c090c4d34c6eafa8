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
      otherwise: .operationNotAllowed(project.problem(ofProvider: text) ?? ""))
    return id
  }

  /// - Throws: `OPERATION_NOT_ALLOWED`, by the switch `requireConfiguredProviders`.
  func checkConfigured(_ providerID: String) throws(APIError) {
    let problem = project.problem(ofProvider: providerID)
    let state = project.providers[providerID] == nil ? "not configured" : "disabled"
    try check(
      .requireConfiguredProviders, problem == nil,
      reason: "\(provider: providerID) is \(state) in project \(project.id)",
      otherwise: .operationNotAllowed(problem ?? ""))
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
