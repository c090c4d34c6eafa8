/// `accounts:lookup`: request.
package struct LookupRequest: Codable, Sendable {
  package var idToken: String?
  package var localId: [String]?
  package var email: [String]?
  package var phoneNumber: [String]?
  package var initialEmail: [String]?
  package var federatedUserId: [FederatedUserIdentifier]?
  package var tenantId: String?
  package var targetProjectId: String?
  // Published, accepted and not used.
  package var delegatedProjectNumber: Int64?
}

/// `accounts:lookup`: response.
package struct LookupResponse: Codable, Sendable {
  package var kind: String
  /// Absent when no account was found.
  package var users: [UserInfo]?

  package init(kind: String) {
    self.kind = kind
  }
}

/// A provider's id of a person.
package struct FederatedUserIdentifier: Codable, Sendable {
  package var providerId: String?
  package var rawId: String?
}
