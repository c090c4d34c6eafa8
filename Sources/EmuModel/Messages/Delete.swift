/// `accounts:delete`: request.
package struct DeleteRequest: Decodable, Sendable {
  package var idToken: String?
  package var localId: String?
  package var tenantId: String?
  package var targetProjectId: String?
  // Published, accepted and not used.
  package var delegatedProjectNumber: Int64?
}

/// `accounts:delete`: response.
package struct DeleteResponse: Codable, Sendable {
  package var kind: String

  package init(kind: String) {
    self.kind = kind
  }
}
