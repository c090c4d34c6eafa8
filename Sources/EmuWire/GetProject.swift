/// `v1/projects`: response.
package struct GetProjectResponse: Codable, Sendable {
  /// The project number.
  package var projectId: String
  package var authorizedDomains: [String]

  package init(projectId: String, authorizedDomains: [String]) {
    self.projectId = projectId
    self.authorizedDomains = authorizedDomains
  }
}
