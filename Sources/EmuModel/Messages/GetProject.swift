/// `v1/projects`: response.
package struct GetProjectResponse: Codable, Sendable {
  /// The project number.
  package var projectId: String
  package var authorizedDomains: [String]
  // For administrators only.
  package var apiKey: String?
  package var allowPasswordUser: Bool?
  package var enableAnonymousUser: Bool?
  package var idpConfig: [IdpConfig]?

  package init(projectId: String, authorizedDomains: [String]) {
    self.projectId = projectId
    self.authorizedDomains = authorizedDomains
  }

  /// A provider that has a name in the first version of the API.
  package struct IdpConfig: Codable, Sendable {
    package var provider: String
    package var enabled: Bool
    package var clientId: String?
    package var secret: String?
    package var whitelistedAudiences: [String]?

    package init(provider: String, enabled: Bool) {
      self.provider = provider
      self.enabled = enabled
    }
  }
}
