/// `v1/projects`: answer.
package struct GetProjectResponse: Encodable, Sendable {
  /// The project number.
  package var projectId: String
  package var authorizedDomains: [String]

  package init(projectId: String, authorizedDomains: [String]) {
    self.projectId = projectId
    self.authorizedDomains = authorizedDomains
  }
}
