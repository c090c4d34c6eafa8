internal import EmuModel

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
}
