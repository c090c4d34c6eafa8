struct DeleteRequest: Decodable, Sendable {
  var idToken: String?
  var localId: String?
  var tenantId: String?
  var targetProjectId: String?
  // Published, accepted and not used.
  var delegatedProjectNumber: Int64?
}

struct DeleteResponse: Codable, Sendable {
  var kind = "identitytoolkit#DeleteAccountResponse"
}
