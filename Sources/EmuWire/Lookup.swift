package import EmuJSON

/// `accounts:lookup`: request.
package struct LookupRequest: JSONRecord, Sendable {
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

  package init() {}

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("idToken", &idToken)
    try member("localId", &localId)
    try member("email", &email)
    try member("phoneNumber", &phoneNumber)
    try member("initialEmail", &initialEmail)
    try member("federatedUserId", &federatedUserId)
    try member("tenantId", &tenantId)
    try member("targetProjectId", &targetProjectId)
    try member("delegatedProjectNumber", &delegatedProjectNumber)
  }
}

/// `accounts:lookup`: response.
package struct LookupResponse: JSONRecord, Sendable {
  package var kind: String
  /// Absent when no account was found.
  package var users: [UserInfo]?

  package init(kind: String) {
    self.kind = kind
  }

  package init() {
    kind = ""
  }

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("kind", &kind)
    try member("users", &users)
  }
}

/// A provider's id of a person.
package struct FederatedUserIdentifier: JSONRecord, Sendable {
  package var providerId: String?
  package var rawId: String?

  package init() {}

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("providerId", &providerId)
    try member("rawId", &rawId)
  }
}
