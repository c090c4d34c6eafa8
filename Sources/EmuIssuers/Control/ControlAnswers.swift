internal import EmuJSON
internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel

// The responses of the issuers' control calls.

struct IssuerPage: Codable {
  var issuers: [IssuerReport]
}

/// An issuer with its existing keys.
struct IssuerReport: Codable {
  var id: String
  /// The issuer string of its tokens.
  var issuer: String
  var discoveryUrl: String?
  /// The single sign-on address of a `saml.*` issuer, whose `issuer` is the address of its metadata.
  var ssoUrl: String?
  var jwksUri: String?
  var keys: [KeyReport]

  struct KeyReport: Codable {
    var kid: String
    var alg: String
    var state: String
  }
}

/// An issuer with every key, and its options.
struct IssuerDetails: Codable {
  @InPlace var issuer: IssuerReport
  var options: IssuerOptions
}

struct KeyReference: Codable {
  var kid: String
}

struct AccountPage: Codable {
  var accounts: [AccountReport]
}

struct ConsentPage: Codable {
  var grants: [ConsentReport]

  struct ConsentReport: Codable {
    var sub: String
    var email: String?
    var clientId: String
    /// `authorized` or `revoked`.
    var state: String
    var grantedAt: String
    var revokedAt: String?
  }
}

struct GameCenterReport: Codable {
  var playerId: String
  var teamPlayerId: String?
  var gamePlayerId: String?
  var publicKeyUrl: String
  var signature: String
  var salt: String
  var timestamp: Int64
  var bundleId: String
  var displayName: String?
}

struct NotificationReport: Codable {
  /// The signed text, as Apple posts it.
  var payload: String
  var claims: JSONObject
  var effect: String
  var delivered: Bool
  var deliveries: [Delivery.Attempt]
  var endpoint: String?
  var hint: String?
}

struct CredentialReport: Codable {
  var state: String
  /// The raw value of `ASAuthorizationAppleIDProvider.CredentialState`.
  var value: Int
}

struct RelayReport: Codable {
  /// `forwarded`, `bounced` or `dropped`.
  var outcome: String
  var to: String?
  var reason: String?
}
