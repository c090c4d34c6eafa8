internal import EmuHTTP
internal import EmuJSON

/// The differences of an issuer's token endpoint from RFC 6749.
struct TokenRules: Sendable {
  var acceptsQuery = false
  /// True if the body may be a JSON object of texts.
  var acceptsJSON = false
  var repeatableFields: Set<String> = []
  /// The default `grant_type`; nil if it is required.
  var impliedGrantType: String?
  /// The error of a request without `grant_type`, also of one without a form.
  var missingGrantType = OAuthError.Code.unsupportedGrantType
  /// The name of the tokens' type in the response; nil for the token's own.
  var tokenType: String?
  /// True if each renewal issues a new refresh token and consumes the old one.
  var rotatesRefreshTokens = false
  /// True if a renewal issues a new refresh token, and the old one stays valid.
  var addsRefreshTokens = false
  /// The scopes of a code that stay where its redemption names others; nil if it cannot.
  var keptScopes: Set<String>?
  /// True if a client's assertion is valid for one use only.
  var spendsClientAssertions = true
  /// True if a proof of a key binds tokens to it (RFC 9449).
  var acceptsDPoP = false
  /// True if introspection or revocation without a client is `invalid_client` rather than an
  /// incomplete request.
  var refusesNamelessClients = false
  /// Grant types without a person.
  var clientGrantTypes: [any ClientGrant] = []
  var ownGrantTypes: [any GrantType.Type] = []

  /// Returns true if the request has parameters in a supported form.
  func accepts(_ request: Request) -> Bool {
    TokenRequestForm.isForm(request) || acceptsQuery && request.rawQuery != nil
      || acceptsJSON && isJSON(request)
  }

  func fields(of request: Request) -> FormFields {
    var fields = acceptsJSON && isJSON(request) ? Self.texts(request.body) : FormFields()
    if TokenRequestForm.isForm(request) { fields = request.form }
    if acceptsQuery { fields.add(contentsOf: request.query) }
    return fields
  }

  private func isJSON(_ request: Request) -> Bool { request.contentType == "application/json" }

  private static func texts(_ body: [UInt8]) -> FormFields {
    var fields = FormFields()
    for member in (try? JSON(parsing: body))?.object ?? [:] {
      if let text = member.value.string { fields.add(member.key, text) }
    }
    return fields
  }
}

/// The differences of an issuer's revocation endpoint from RFC 7009.
struct RevocationRules: Sendable {
  /// The source of the parameters.
  var form = TokenRules()
  /// True if revoking a token revokes the whole consent.
  var endsConsent = true
  /// True if a signed token, which cannot be revoked, is rejected instead of ignored.
  var refusesSignedTokens = false
  /// True if a token that is not valid is rejected instead of ignored.
  var refusesUnknownTokens = false
  /// True if any holder may revoke a token.
  var allowsAnonymousClients = false
}

/// A grant type for tokens without a person.
protocol ClientGrant: Sendable {
  /// The value of `grant_type`.
  var name: String { get }

  /// False if the clients of the grant are no OAuth clients, as Google's service accounts.
  var authenticatesClients: Bool { get }

  /// Answers an authenticated client.
  func response(to request: RedemptionContext, _ call: IssuerCall) throws -> Response
}

extension ClientGrant {
  var authenticatesClients: Bool { true }
}
