internal import EmuHTTP
internal import EmuJSON

/// How one issuer's token endpoint differs from the plain one of RFC 6749.
struct TokenRules: Sendable {
  /// Whether parameters may stand in the query as well, or alone.
  var takesQuery = false
  /// Whether the body may be a JSON object of texts.
  var takesJSON = false
  /// `grant_type` of a request that names none; nil where every request names one.
  var impliedGrant: String?
  /// Whether each renewal gives a new refresh token and spends the old one.
  var rotatesRefreshTokens = false
  /// Whether a renewal gives a new refresh token beside the old one, which stays good.
  var addsRefreshTokens = false
  /// Whether a client's assertion is good for one use alone.
  var spendsClientAssertions = true
  /// Whether a question about a token, or its revocation, that names no client is `invalid_client`
  /// and not an incomplete request.
  var refusesNamelessClients = false
  /// Grants that no person stands behind.
  var clientGrants: [any ClientGrant.Type] = []
  /// Grants that no other issuer has.
  var ownGrants: [any TokenGrant.Type] = []

  /// Whether a request has the parameters where the issuer looks for them.
  func takes(_ request: Request) -> Bool {
    TokenForm.isForm(request) || takesQuery && request.rawQuery != nil
      || takesJSON && isJSON(request)
  }

  func fields(of request: Request) -> FormFields {
    var fields = takesJSON && isJSON(request) ? Self.texts(request.body) : FormFields()
    if TokenForm.isForm(request) { fields = request.form }
    if takesQuery { for field in request.query { fields.add(field.name, field.value) } }
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
