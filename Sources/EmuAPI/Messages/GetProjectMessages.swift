/// `v1/projects`: response.
struct GetProjectResponse: Codable, Sendable {
  /// The project number.
  var projectId: String
  var authorizedDomains: [String]
  // For administrators only.
  var apiKey: String?
  var allowPasswordUser: Bool?
  var enableAnonymousUser: Bool?
  var idpConfig: [IdpConfig]?

  /// A provider that has a name in the first version of the API.
  struct IdpConfig: Codable, Sendable {
    var provider: String
    var enabled: Bool
    var clientId: String?
    var secret: String?
    var whitelistedAudiences: [String]?
  }
}
