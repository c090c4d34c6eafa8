internal import EmuJSON
internal import EmuModel

// The responses of the issuers' control calls, for `/emulator/openapi.json`. A test decodes each
// real response as its type.

struct IssuerPage: Decodable {
  var issuers: [IssuerReport]
}

/// An issuer; the call for a single one includes its settings.
struct IssuerReport: Decodable {
  var id: String
  /// The issuer string of its tokens.
  var issuer: String
  var discoveryUrl: String?
  var jwksUri: String?
  /// The single sign-on address of a `saml.*` issuer, whose `issuer` is the address of its metadata.
  var ssoUrl: String?
  var keys: [KeyReport]
  var settings: IssuerOptions?

  struct KeyReport: Decodable {
    var kid: String
    var alg: String
    var state: String
  }
}

struct KeyReference: Decodable {
  var kid: String
}

struct AccountPage: Decodable {
  var accounts: [AccountReport]
}

/// An account as it was written, with the values that the issuer added.
struct AccountReport: Decodable {
  var sub: String
  var email: String?
  var emailVerified: Bool
  /// A text or `{givenName, familyName}`.
  var name: JSON?
  var picture: String?
  var hideEmail: Bool?
  var relayEmail: String?
  var relayForwards: Bool?
  var deletedAt: String?
  var transferSub: String?
  var tenant: String?
  var authorizedClients: [String]?
  var claims: JSONObject?
}

struct ConsentPage: Decodable {
  var grants: [ConsentReport]

  struct ConsentReport: Decodable {
    var sub: String
    var email: String?
    var clientId: String
    /// `authorized` or `revoked`.
    var state: String
    var grantedAt: String
    var revokedAt: String?
  }
}

struct MintReport: Decodable {
  var idToken: String?
  var accessToken: String
  /// Twitter only.
  var oauthTokenSecret: String?
  var refreshToken: String?
  var authorizationCode: String
  var expiresIn: Int?
  var sub: String
  var email: String?
  var fullName: JSON?
  var rawNonce: String?
  var state: String?
  /// Apple's JSON of the first sign-in.
  var appleUser: String?
  var realUserStatus: Int?
  var authorizedScopes: [String]?
  var claims: JSONObject?
  /// Defects without effect on a sign-in with the ID token, as sentences.
  var warnings: [String]?
}

struct GameCenterReport: Decodable {
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

struct NotificationReport: Decodable {
  /// The signed text, as Apple posts it.
  var payload: String
  var claims: JSONObject
  var effect: String
  var delivered: Bool
  var deliveries: [DeliveryReport]
  var endpoint: String?
  var hint: String?

  struct DeliveryReport: Decodable {
    var copy: Int
    var attempt: Int
    var waitedMilliseconds: Int
    var status: Int?
    var error: String?
  }
}

struct CredentialReport: Decodable {
  var state: String
  /// The raw value of `ASAuthorizationAppleIDProvider.CredentialState`.
  var value: Int
}

struct RelayReport: Decodable {
  /// `forwarded`, `bounced` or `dropped`.
  var outcome: String
  var to: String?
  var because: String?
}
