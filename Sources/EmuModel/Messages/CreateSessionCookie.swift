/// `:createSessionCookie`: request.
package struct CreateSessionCookieRequest: Decodable, Sendable {
  package var idToken: String?
  /// Seconds.
  package var validDuration: Int64?
  package var tenantId: String?
  package var targetProjectId: String?
}

/// `:createSessionCookie`: response.
package struct CreateSessionCookieResponse: Codable, Sendable {
  package var sessionCookie: LazyText

  package init(sessionCookie: LazyText) { self.sessionCookie = sessionCookie }
}
