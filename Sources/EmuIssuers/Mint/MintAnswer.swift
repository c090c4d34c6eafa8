internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// The response of a mint call.
struct MintAnswer {
  let issuer: any FakeIssuer
  let order: MintOrder
  let authorization: MintAuthorization
  /// Nil for a provider without ID tokens; so are its claims.
  let idToken: String?
  let claims: JSONObject?
  /// The defects without effect, as sentences.
  let warnings: [String]

  var json: JSON {
    let person = issuer.provider.shared(authorization.person, order.scopes)
    let token = authorization.tokens.access
    var answer = JSONObject()
    answer.setText("idToken", idToken)
    answer["accessToken"] = .string(token.token)
    answer.setText("oauthTokenSecret", token.secret)
    answer.setText("refreshToken", authorization.tokens.refresh)
    answer["authorizationCode"] = .string(authorization.code)
    if let expiry = token.expiresAt {
      answer["expiresIn"] = .int(expiry.seconds - token.issuedAt.seconds)
    }
    answer["sub"] = .string(person.subject)
    if sharesPerson { answer.setText("email", person.visibleEmail) }
    if sharesPerson, !person.name.parts.isEmpty { answer["fullName"] = .object(person.name.parts) }
    answer.setText("rawNonce", order.rawNonce)
    answer.setText("state", order.state)
    if let sharing, authorization.isFirst {
      answer.setText(sharing.field, sharing.text(for: person))
      answer["realUserStatus"] = claims?["real_user_status"]
    }
    if sharing != nil {
      answer["authorizedScopes"] = .array(order.scopes.sharing.map(JSON.string))
    }
    if let claims { answer["claims"] = .object(claims) }
    if !warnings.isEmpty { answer["warnings"] = .array(warnings.map(JSON.string)) }
    return .object(answer)
  }

  private var sharing: (any OneTimeSharing)? { issuer.provider.oneTimeSharing }

  /// True if the device sends name and address: at the first authorization only, for providers that
  /// send them once. The token always has the address.
  private var sharesPerson: Bool { sharing == nil || authorization.isFirst }
}
