/// An identity at a provider that a seeded user has.
public struct SeedIdentity: Sendable, Hashable {
  /// Such as `apple.com`.
  public var providerId: String
  /// The subject at the provider: the `sub` of the person there.
  public var rawId: String
  /// The address at the provider.
  public var email: String?
  /// The name at the provider.
  public var displayName: String?

  /// An identity.
  public init(
    _ providerId: String, rawId: String, email: String? = nil, displayName: String? = nil
  ) {
    self.providerId = providerId
    self.rawId = rawId
    self.email = email
    self.displayName = displayName
  }

  var json: JSONValue {
    .members([
      "providerId": .string(providerId), "rawId": .string(rawId), "email": .text(email),
      "displayName": .text(displayName),
    ])
  }
}

/// A second factor that a seeded user has.
public enum SeedSecondFactor: Sendable, Hashable {
  /// Text messages to a number, as E.164.
  case phone(String)
  /// An authenticator app with a secret in Base32.
  case totp(secret: String, displayName: String? = nil)

  var json: JSONValue {
    switch self {
    case .phone(let number): ["phone": .string(number)]
    case .totp(let secret, let name):
      .members(["totpSecret": .string(secret), "displayName": .text(name)])
    }
  }
}
