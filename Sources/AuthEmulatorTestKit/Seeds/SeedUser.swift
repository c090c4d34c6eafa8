public import Foundation

/// A user of a seed. Each member may be omitted; the defaults are those of the API.
public struct SeedUser: Sendable, Hashable {
  /// The id; nil for a generated one.
  public var uid: String?
  /// The tenant that the user belongs to.
  public var tenantId: String?
  /// The address.
  public var email: String?
  /// True for a verified address.
  public var emailVerified: Bool?
  /// The plaintext password.
  public var password: String?
  /// The name.
  public var displayName: String?
  /// The number, as E.164.
  public var phoneNumber: String?
  /// True when an administrator disabled the account.
  public var isDisabled: Bool?
  /// Claims that an administrator set.
  public var customClaims: [String: JSONValue] = [:]
  /// The identities at providers.
  public var identities: [SeedIdentity] = []
  /// The second factors.
  public var secondFactors: [SeedSecondFactor] = []
  /// The creation time.
  public var createdAt: Date?
  /// The last sign-in time.
  public var lastLoginAt: Date?
  /// More members of the document, such as `["photoUrl": "…"]`, by their names.
  public var more: [String: JSONValue] = [:]

  /// A user; members without a parameter are set on the value.
  public init(
    uid: String? = nil, email: String? = nil, password: String? = nil,
    emailVerified: Bool? = nil, displayName: String? = nil, phoneNumber: String? = nil,
    identities: [SeedIdentity] = [], secondFactors: [SeedSecondFactor] = [],
    customClaims: [String: JSONValue] = [:], isDisabled: Bool? = nil, tenantId: String? = nil,
    more: [String: JSONValue] = [:]
  ) {
    self.uid = uid
    self.email = email
    self.password = password
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.phoneNumber = phoneNumber
    self.identities = identities
    self.secondFactors = secondFactors
    self.customClaims = customClaims
    self.isDisabled = isDisabled
    self.tenantId = tenantId
    self.more = more
  }

  var json: JSONValue {
    .members(
      [
        "localId": .text(uid), "tenantId": .text(tenantId), "email": .text(email),
        "emailVerified": .flag(emailVerified), "password": .text(password),
        "displayName": .text(displayName), "phoneNumber": .text(phoneNumber),
        "disabled": .flag(isDisabled),
        "customClaims": customClaims.isEmpty ? nil : .object(customClaims),
        "providers": identities.isEmpty ? nil : .array(identities.map(\.json)),
        "mfa": secondFactors.isEmpty ? nil : .array(secondFactors.map(\.json)),
        "createdAt": .text(createdAt?.rfc3339),
        "lastLoginAt": .text(lastLoginAt?.rfc3339),
      ], and: more)
  }
}
