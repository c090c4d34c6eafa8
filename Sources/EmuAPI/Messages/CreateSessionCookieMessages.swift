/// `:createSessionCookie`: request.
struct CreateSessionCookieRequest: Decodable, Sendable {
  var idToken: String?
  /// Seconds.
  var validDuration: Int64?
  var tenantId: String?
  var targetProjectId: String?
}

/// `:createSessionCookie`: response.
struct CreateSessionCookieResponse: Codable, Sendable {
  var sessionCookie: LazyText
}
