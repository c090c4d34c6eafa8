internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v1/projects`: what an app may know of its project.
enum GetProject: ReadOperation {
  struct Input: Decodable, Sendable {
    /// An OAuth client that must be the project's.
    var clientId: String?
    // Published, taken and not used: which apps a project has is not known here.
    var androidPackageName: String?
    var delegatedProjectNumber: Int64?
    var firebaseAppId: String?
    var iosBundleId: String?
    var projectNumber: String?
    var returnDynamicLink: String?
    var sha1Cert: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> GetProjectResponse {
    guard context.tenant == nil else { throw APIError.unsupportedTenantOperation }
    if let client = ProfileInput.given(input.clientId) {
      try context.check(
        .requireConfiguredProviders,
        context.project.providers.values.contains { $0.audiences.contains(client) },
        because:
          "no provider of project \(context.project.id) has the client \(client.prefix(256))",
        otherwise: .invalidOAuthClientID)
    }
    return GetProjectResponse(
      projectId: Project.number,
      authorizedDomains: context.project.config.authorizedDomains(of: context.project.id))
  }
}
