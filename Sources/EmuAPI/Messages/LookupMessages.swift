internal import EmuModel

struct LookupRequest: Codable, Sendable {
  var idToken: String?
  var localId: [String]?
  var email: [String]?
  var phoneNumber: [String]?
  var initialEmail: [String]?
  var federatedUserId: [FederatedUserIdentifier]?
  var tenantId: String?
  var targetProjectId: String?
  // Published, accepted and not used.
  var delegatedProjectNumber: Int64?
}

struct LookupResponse: Codable, Sendable {
  var kind = "identitytoolkit#GetAccountInfoResponse"
  /// Absent when no account was found.
  var users: [UserInfo]?
}

/// A provider's id of a person.
struct FederatedUserIdentifier: Codable, Sendable {
  var providerId: String?
  var rawId: String?
}
