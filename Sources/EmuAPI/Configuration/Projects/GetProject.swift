internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v1/projects`: the public data of a project.
enum GetProject: ReadOperation {
  struct Input: Decodable, Sendable {
    /// An OAuth client that must belong to the project.
    var clientId: String?
    // Published fields, accepted and not used: the emulator does not store a project's apps.
    var androidPackageName: String?
    var delegatedProjectNumber: Int64?
    var firebaseAppId: String?
    var iosBundleId: String?
    var projectNumber: String?
    var returnDynamicLink: String?
    var sha1Cert: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> GetProjectResponse {
    guard context.tenant == nil else { throw APIError.unsupportedTenantOperation }
    if let client = ProfileInput.given(input.clientId) {
      try context.check(
        .requireConfiguredProviders,
        context.project.providers.values.contains { $0.audiences.contains(client) },
        reason:
          "no provider of project \(context.project.id) has the client \(client.prefix(256))",
        otherwise: .invalidOAuthClientID)
    }
    return GetProjectResponse(
      projectId: Project.number,
      authorizedDomains: context.project.config.authorizedDomains(of: context.project.id))
  }
}
