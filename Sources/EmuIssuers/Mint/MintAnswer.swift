internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// The answer of a mint call.
struct MintAnswer {
  let issuer: any FakeIssuer
  let order: MintOrder
  let authorization: MintAuthorization
  let idToken: String
  let claims: JSONObject

  /// How real Apple's device takes the person for: 2 is likely real.
  private static let likelyReal: Int64 = 2

  var json: JSON {
    let person = order.scopes.limited(authorization.person)
    let lifetime = order.lifetime ?? issuer.traits.accessTokenLifetime
    var answer: JSONObject = [
      "idToken": .string(idToken), "accessToken": .string(authorization.accessToken),
    ]
    answer.setText("refreshToken", authorization.refreshToken)
    answer["authorizationCode"] = .string(authorization.code)
    answer["expiresIn"] = .int(lifetime.components.seconds)
    answer["sub"] = .string(person.subject)
    answer.setText("email", person.visibleEmail)
    if sharesName, !person.name.parts.isEmpty { answer["fullName"] = .object(person.name.parts) }
    answer.setText("rawNonce", order.rawNonce)
    answer.setText("state", order.state)
    if isApple, authorization.isFirst {
      answer.setText("appleUser", AppleName.text(for: person))
      answer["realUserStatus"] = .int(Self.likelyReal)
    }
    answer["claims"] = .object(claims)
    return .object(answer)
  }

  private var isApple: Bool { issuer.id == Apple.providerID }

  /// Apple tells the name at the first authorization alone.
  private var sharesName: Bool { !isApple || authorization.isFirst }
}
