internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// What Microsoft's tokens and the answers around them have of their own.
extension MicrosoftIssuer {
  /// Ninety days, each time anew; a day for a single-page app, for all renewals together.
  private static let refreshLife = Duration.seconds(90 * 86_400)
  private static let singlePageLife = Duration.seconds(86_400)

  var accessTokenSeconds: Int64 { (traits.accessTokenLifetime ?? .zero).components.seconds }

  func newSecret(_ kind: SecretKind, for person: Person, _ ids: IDGenerator) -> String {
    MicrosoftSecret.new(kind, isPersonal: MicrosoftAccount(person).isPersonal, ids)
  }

  func refreshTokenExpiry(
    after old: IssuerToken?, _ redemption: RedemptionContext
  ) -> Timestamp? {
    if let old, let end = old.expiresAt, end.since(old.issuedAt) <= Self.singlePageLife {
      return end
    }
    let addresses = redemption.config?.registration?.spaRedirectURIs ?? []
    let isSinglePage =
      old == nil && redemption.form["redirect_uri"].map(addresses.contains) ?? false
    return redemption.now + (isSinglePage ? Self.singlePageLife : Self.refreshLife)
  }

  func renewable(_ token: IssuerToken, _ grant: Grant) -> Scopes {
    MicrosoftScopes.renewable(Scopes(grant.scope).names + Scopes(token.scope).names)
  }

  /// The ids of a token and of a session, made from what the token says.
  func stamp(_ claims: inout JSONObject) {
    version.rename(&claims)
    let digest = Digest.sha256.hash(JSON.object(claims).serializedBytes())
    let person = (claims["oid"] ?? claims["sub"])?.string ?? ""
    claims["aio"] = .string("A" + Base64URL.encode(Array(digest.reversed())))
    claims["rh"] = .string("0.A" + Base64URL.encode(Array(digest.suffix(24))))
    if claims["idtyp"] == nil { claims["sid"] = .string(Self.session(of: person)) }
    claims["uti"] = .string(Base64URL.encode(Array(digest.prefix(16))))
  }

  /// The id of a person's session, the same at every app.
  static func session(of objectID: String) -> String {
    guid(Digest.sha256.hash(Array("session\n\(objectID)".utf8)))
  }

  /// The first sixteen bytes as a GUID.
  static func guid(_ bytes: [UInt8]) -> String {
    let hex = Array(
      bytes.prefix(16).flatMap { byte in
        [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] }
      })
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
      .map { String(decoding: hex[$0], as: UTF8.self) }.joined(separator: "-")
  }

  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) throws {
    let scopes = MicrosoftScopes(Scopes(redemption.scope))
    let account = MicrosoftAccount(redemption.person)
    body["scope"] = .string(scopes.told)
    body["ext_expires_in"] = .int(accessTokenSeconds)
    if form["client_info"] == "1" { body["client_info"] = .string(Self.clientInfo(account)) }
    version.rename(&body, scopes, now: call.now)
    guard let api = scopes.api else { return }
    let client = try ClientCredentials(form, call.request, methods: clientAuthentication)
    body["access_token"] = .string(
      try MicrosoftAPIToken(
        clientID: redemption.grant.clientID, resource: api, tenant: account.tenant,
        clientProof: client.proofLevel ?? 0, now: call.now, lifetime: accessTokenSeconds
      ).signed(for: account, permissions: scopes.permissions, self, call))
  }

  func complete(
    _ fields: inout FormFields, of authorization: Authorization, _ flow: AuthorizeFlow
  ) {
    let account = MicrosoftAccount(authorization.person)
    if flow.parameters["client_info"] == "1" {
      fields.add("client_info", Self.clientInfo(account))
    }
    fields.add("session_state", Self.session(of: account.person.subject))
  }

  /// By what Microsoft's own libraries know an account.
  private static func clientInfo(_ account: MicrosoftAccount) -> String {
    let info: JSON = ["uid": .string(account.person.subject), "utid": .string(account.tenant)]
    return Base64URL.encode(info.serializedBytes())
  }
}
