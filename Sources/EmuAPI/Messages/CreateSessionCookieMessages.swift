struct CreateSessionCookieRequest: Decodable, Sendable {
  var idToken: String?
  /// Seconds.
  var validDuration: Int64?
  var tenantId: String?
  var targetProjectId: String?
}

struct CreateSessionCookieResponse: Codable, Sendable {
  var sessionCookie: LazyText
}
