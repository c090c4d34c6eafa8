internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v1/projects`: what an app may know of its project.
enum GetProject: ReadOperation {
  /// Published, taken and not used: which apps a project has is not known here.
  struct Input: Decodable, Sendable {
    var androidPackageName: String?
    var clientId: String?
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
    return GetProjectResponse(
      projectId: Project.number,
      authorizedDomains: context.project.config.authorizedDomains(of: context.project.id))
  }
}
