internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

enum GraphUser {
  static func me(_ caller: GraphCaller, _ call: IssuerCall) -> Response {
    var user = caller.account.graphUser
    if let selected = call.request.query.first("$select") {
      let names = selected.split(separator: ",").map { $0.filter { $0 != " " } }
      call.log(omitted: names.filter { user[$0] == nil }, of: "$select")
      for member in user where member.key != "@odata.context" && !names.contains(member.key) {
        user[member.key] = nil
      }
    }
    return .json(user)
  }

  /// Returns the standard claims, with the photo as an address that requires the same token.
  static func userInfo(_ caller: GraphCaller, _ call: IssuerCall) throws -> Response {
    let scopes = Scopes(caller.token.scope)
    guard scopes.names.contains("openid") else {
      throw GraphError(
        .forbidden, "Authorization_RequestDenied",
        "Insufficient privileges to complete the operation.",
        reason: "The token has no scope openid.")
    }
    let person = caller.account.person
    let draft = IDTokenDraft(
      issuer: call.services.configured(MicrosoftIssuer()).tokens, person: person, scopes: scopes,
      clientID: caller.token.clientID,
      baseURL: call.baseURL, issuedAt: call.now, authTime: call.now)
    let claims = draft.userInfo(now: call.now)
    var body = JSONObject()
    body["sub"] = claims["sub"]
    if scopes.names.contains("profile") {
      body.setText("name", person.name.display)
      body.setText("family_name", person.name.family)
      body.setText("given_name", person.name.given)
      body["picture"] = .string(
        "\(call.baseURL)/issuers/microsoft.com/graph/v1.0/me/photo/$value")
    }
    body["email"] = claims["email"]
    return .json(body)
  }
}
