public import Foundation

/// A user of a project, as the Admin API returns it.
public struct EmulatorUser: Sendable, Hashable {
  /// A way to sign in that the account has.
  public struct Identity: Sendable, Hashable, Decodable {
    /// Such as `apple.com`, `password` or `phone`.
    public let providerId: String
    /// The subject at the provider.
    public let rawId: String?
    /// The address at the provider.
    public let email: String?
    /// The name at the provider.
    public let displayName: String?
    /// The phone number, of `phone`.
    public let phoneNumber: String?
  }

  /// The id, `localId`.
  public let uid: String
  /// The tenant that the account belongs to.
  public let tenantId: String?
  /// The address.
  public let email: String?
  /// True for a verified address.
  public let emailVerified: Bool
  /// The name.
  public let displayName: String?
  /// The address of a picture.
  public let photoUrl: String?
  /// The number, as E.164.
  public let phoneNumber: String?
  /// True when an administrator disabled the account.
  public let isDisabled: Bool
  /// The ways to sign in.
  public let providers: [Identity]
  /// Claims that an administrator set.
  public let customClaims: [String: JSONValue]
  /// The creation time.
  public let createdAt: Date?
  /// The last sign-in time.
  public let lastLoginAt: Date?
  /// The complete account in the Admin API's form, second factors included.
  public let raw: JSONValue

  /// The ids of the providers, such as `["apple.com", "password"]`.
  public var providerIds: [String] { providers.map(\.providerId) }

  init(_ raw: JSONValue) throws {
    self.raw = raw
    uid = try (raw["localId"]?.string).orThrow(.unexpected("a lookup", "a user has no localId"))
    tenantId = raw["tenantId"]?.string
    email = raw["email"]?.string
    emailVerified = raw["emailVerified"]?.bool ?? false
    displayName = raw["displayName"]?.string
    photoUrl = raw["photoUrl"]?.string
    phoneNumber = raw["phoneNumber"]?.string
    isDisabled = raw["disabled"]?.bool ?? false
    providers =
      try raw["providerUserInfo"]?.array?.map {
        try ControlConnection.read($0, as: Identity.self, "a lookup")
      } ?? []
    let claims = raw["customAttributes"]?.string.map { Data($0.utf8) }
    customClaims = try claims.map { try JSONValue(parsing: $0).object ?? [:] } ?? [:]
    createdAt = Self.time(raw["createdAt"])
    lastLoginAt = Self.time(raw["lastLoginAt"])
  }

  private static func time(_ milliseconds: JSONValue?) -> Date? {
    milliseconds?.string.flatMap(Double.init).map { Date(timeIntervalSince1970: $0 / 1000) }
  }
}
