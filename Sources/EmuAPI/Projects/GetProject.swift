internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v1/projects`: what an app may know of its project.
enum GetProject: ReadOperation {
  struct Input: Decodable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> GetProjectResponse {
    guard context.tenant == nil else { throw APIError.unsupportedTenantOperation }
    return GetProjectResponse(
      projectId: Project.number,
      authorizedDomains: context.project.config.authorizedDomains(of: context.project.id))
  }
}
