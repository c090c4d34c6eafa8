internal import EmuIssuance
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// One way to come to tokens; the endpoint does what all have in common.
protocol TokenGrant: Sendable {
  /// The value of `grant_type`.
  static var name: String { get }

  /// The form field that carries what is redeemed.
  static var field: String { get }

  /// Where a secret comes from; nil for one that nobody here made.
  static func origin(of secret: String, _ reader: Reader) throws -> SecretOrigin?

  /// Checks a secret, and spends it where it is good for one use.
  ///
  /// - Throws: `OAuthError`; nothing is changed then.
  static func redeem(_ secret: String, _ redemption: RedemptionContext, _ writer: Writer) throws
    -> RedemptionOutcome
}

/// The grants of standards: one line each.
enum TokenGrants {
  private static let all: [any TokenGrant.Type] = [
    AuthorizationCodeGrant.self,
    RefreshTokenGrant.self,
    DeviceCodeGrant.self,
  ]

  /// The grants that an issuer reads.
  static func of(_ issuer: any FakeIssuer) -> [any TokenGrant.Type] {
    all.filter { grant in
      switch grant.name {
      case RefreshTokenGrant.name: issuer.traits.hasRefreshTokens
      case DeviceCodeGrant.name: issuer.paths.device != nil
      default: true
      }
    } + issuer.tokenRules.ownGrants
  }
}

/// What a grant may look at.
struct RedemptionContext: Sendable {
  var issuer: any FakeIssuer
  var clientID: String
  var form: TokenForm
  var now: Timestamp
  /// How the client's project has set up the provider; nil when none has.
  var config: ProviderConfig?

  /// The person behind a consent, if this issuer has one.
  func person(of grant: Grant, _ reader: Reader) throws -> Person? {
    guard let person = try reader.person(key: grant.personKey), person.issuer == issuer.id else {
      return nil
    }
    return person
  }
}

/// Whose a code or a token is, as far as that says how its client is configured.
struct SecretOrigin: Sendable {
  /// The key of the consent.
  var grantKey: Int64
  /// The id of the tenant whose client it is; nil for a project's own.
  var tenant: String?
}

extension AuthorizationCode {
  var origin: SecretOrigin { SecretOrigin(grantKey: grantKey, tenant: tenant) }
}

extension IssuerToken {
  var origin: SecretOrigin { SecretOrigin(grantKey: grantKey, tenant: tenant) }
}

/// What came of a redemption.
enum RedemptionOutcome: Sendable {
  case granted(Redemption)
  /// The client is refused, and what the refusal itself changed is kept.
  case refused(OAuthError)
}
