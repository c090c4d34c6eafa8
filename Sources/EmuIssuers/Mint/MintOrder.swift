internal import EmuControlCalls
internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

struct MintInput: Decodable, Sendable {
  /// An account of the issuer, by sub or email, or a new one.
  var account: AccountDocument?
  var clientId: String?
  var rawNonce: String?
  var nonce: String?
  var state: String?
  var tenant: String?
  var scopes: [String]?
  var claims: JSON?
  var expiresInSeconds: Int64?
  var issuedSecondsAgo: Int64?
  var algorithm: String?
  var defect: String?
  var defects: [String]?
  var timeOffsetSeconds: Int64?
}

/// A valid mint call with its defaults.
struct MintOrder: Sendable {
  let account: AccountDocument
  let clientID: String
  /// The nonce of the token.
  let nonce: String?
  let rawNonce: String?
  let state: String?
  let scopes: Scopes
  let claims: JSONObject
  let lifetime: Duration?
  let issuedAt: Timestamp
  /// Nil for a provider without ID tokens.
  let algorithm: JWSAlgorithm?
  let defects: [Defect]
  /// The offset of the ID token's times from the emulator's clock.
  let timeOffset: Duration

  init(
    _ input: MintInput, issuer: any FakeIssuer, config: ProviderConfig?, now: Timestamp
  ) throws {
    account = try Self.account(input, issuer)
    clientID =
      input.clientId ?? config.flatMap(issuer.defaultClient) ?? IssuerTraits.unconfiguredClient
    for (name, text, limit) in [
      ("clientId", clientID, 512), ("nonce", input.nonce, 2048),
      ("rawNonce", input.rawNonce, 2048), ("state", input.state, 4096),
    ] {
      try ControlError.check(text, name, limit: limit)
    }
    guard input.nonce == nil || input.rawNonce == nil else {
      throw ControlError.invalid(
        "Give nonce, which goes into the token as it is, or rawNonce, which is hashed first where "
          + "the provider's SDK hashes it; not both.")
    }
    rawNonce = input.rawNonce
    nonce =
      input.nonce
      ?? input.rawNonce.map {
        issuer.traits.hashesRawNonce ? Digest.sha256.hex(Array($0.utf8)) : $0
      }
    state = input.state
    scopes = Scopes(try Self.scopes(input.scopes) ?? issuer.defaultScopes)
    claims = try Self.claims(input.claims)
    lifetime = try ControlError.seconds(input.expiresInSeconds, "expiresInSeconds")
    let age = try ControlError.seconds(input.issuedSecondsAgo, "issuedSecondsAgo", from: 0)
    issuedAt = now - (age ?? .zero)
    algorithm =
      issuer.algorithms.isEmpty && input.algorithm == nil
      ? nil : try issuer.algorithm(named: input.algorithm)
    defects = try Self.defects(
      (input.defect.map { [$0] } ?? []) + (input.defects ?? []), at: issuer)
    try IssuerOptions.check(timeOffset: input.timeOffsetSeconds)
    timeOffset = .seconds(input.timeOffsetSeconds ?? 0)
  }

  private static func account(
    _ input: MintInput, _ issuer: any FakeIssuer
  ) throws(ControlError) -> AccountDocument {
    var account = input.account ?? AccountDocument()
    let hasTenant = account.tenant != nil
    guard !hasTenant || input.tenant == nil || account.tenant == input.tenant else {
      throw ControlError.invalid("Give the tenant as account.tenant or as tenant, not both.")
    }
    account.tenant = account.tenant ?? input.tenant
    do throws(DocumentError) {
      try account.check(for: issuer.provider)
    } catch {
      throw ControlError(error, at: error.field == "tenant" && !hasTenant ? "" : "account.")
    }
    return account
  }

  private static func scopes(_ scopes: [String]?) throws(ControlError) -> [String]? {
    guard let scopes else { return nil }
    let isGood = scopes.allSatisfy { $0.utf8.count <= 256 && Scopes.isName($0) }
    guard isGood, scopes.count <= 64 else {
      throw ControlError.invalid(
        "scopes must be an array of at most 64 scope names without spaces.")
    }
    return scopes
  }

  private static func claims(_ claims: JSON?) throws(ControlError) -> JSONObject {
    guard let claims, !claims.isNull else { return [:] }
    guard let object = claims.object else {
      throw ControlError.invalid("claims must be an object of claims by name.")
    }
    return object
  }

  private static func defects(
    _ names: [String], at issuer: any FakeIssuer
  ) throws(ControlError) -> [Defect] {
    guard names.isEmpty || issuer.makesIDTokens else {
      throw ControlError.invalid(
        "\(issuer.id) makes no ID tokens that could be wrong. Omit defect, or set a fault of its "
          + "answers by POST /emulator/v1/issuers/\(issuer.id)/faults.")
    }
    var defects: [Defect] = []
    for name in names {
      guard let defect = Defect(rawValue: name) else {
        throw ControlError.invalid(
          "The defect \(name.prefix(64)) is unknown. The defects are \(Defect.names).")
      }
      guard !defect.isOfAnswers else {
        throw ControlError.invalid(
          "\(name) is wrong with an issuer's answers, not with a token; set it by POST "
            + "/emulator/v1/issuers/\(issuer.id)/faults {\"effect\": {\"defect\": \"\(name)\"}}.")
      }
      defects.append(defect)
    }
    return defects
  }
}
