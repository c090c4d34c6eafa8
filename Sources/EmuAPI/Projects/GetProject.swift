internal import EmuModel
package import EmuStore
package import EmuWire

/// `GET v1/projects`: what an app may know of its project.
package enum GetProject: ReadOperation {
  package struct Input: Decodable, Sendable {}

  package static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> GetProjectResponse {
    GetProjectResponse(
      projectId: Project.number,
      authorizedDomains: context.project.config.authorizedDomains(of: context.project.id))
  }
}
