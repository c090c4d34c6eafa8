internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// A grant type. The endpoint has the steps that all grant types share.
protocol GrantType: Sendable {
  /// The value of `grant_type`.
  static var name: String { get }

  /// The form field with the secret to redeem.
  static var field: String { get }

  /// Returns the origin of a secret; nil for an unknown one.
  static func origin(of secret: String, _ reader: ReadTransaction) throws -> SecretOrigin?

  /// Checks a secret, and consumes it if it is valid for one use.
  ///
  /// - Throws: `OAuthError`; nothing is changed then.
  static func redeem(_ secret: String, _ redemption: RedemptionContext, _ writer: WriteTransaction)
    throws
    -> RedemptionOutcome
}

/// The standard grant types, one line each.
enum GrantTypes {
  private static let all: [any GrantType.Type] = [
    AuthorizationCodeGrant.self,
    RefreshTokenGrant.self,
    DeviceCodeGrant.self,
  ]

  /// Returns the grant types that an issuer supports.
  static func of(_ issuer: any FakeIssuer) -> [any GrantType.Type] {
    all.filter { grant in
      switch grant.name {
      case RefreshTokenGrant.name: issuer.traits.hasRefreshTokens
      case DeviceCodeGrant.name: issuer.paths.device != nil
      default: true
      }
    } + issuer.tokenRules.ownGrantTypes
  }
}

/// The context of a redemption.
struct RedemptionContext: Sendable {
  var issuer: any FakeIssuer
  var clientID: String
  var form: TokenForm
  var now: Timestamp
  /// The provider's configuration in the client's project; nil for none.
  var config: ProviderConfig?

  /// Returns the person of a consent, if it belongs to this issuer.
  func person(of grant: Consent, _ reader: ReadTransaction) throws -> Person? {
    guard let person = try reader.person(key: grant.personKey), person.issuer == issuer.id else {
      return nil
    }
    return person
  }
}

/// The origin of a code or token, which determines its client's configuration.
struct SecretOrigin: Sendable {
  /// The key of the consent.
  var grantKey: Int64
  /// The id of the client's tenant; nil for a project's client.
  var tenant: String?
  /// The thumbprint of the key that the redemption must prove; nil for none.
  var keyThumbprint: String?
}

extension AuthorizationCode {
  var origin: SecretOrigin {
    SecretOrigin(grantKey: grantKey, tenant: tenant, keyThumbprint: keyThumbprint)
  }
}

extension IssuerToken {
  var origin: SecretOrigin {
    SecretOrigin(grantKey: grantKey, tenant: tenant, keyThumbprint: keyThumbprint)
  }
}

/// The result of a redemption.
enum RedemptionOutcome: Sendable {
  case granted(Redemption)
  /// The client is refused, and the changes of the refusal are committed.
  case refused(OAuthError)
}
