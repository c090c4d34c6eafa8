internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// Graph's `debug_token`: the user, the app and the expiry of a token.
struct FacebookDebugToken {
  let issuer: FacebookIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let query = call.request.query
    guard let input = query.filled("input_token") else {
      throw FacebookError(
        "(#100) The parameter input_token is required", code: 100,
        reason: "There is no input_token in the query.")
    }
    let caller = try app(of: query.first("access_token"))
    let token = try call.services.store.read {
      try $0.issuerTokenWithPerson(input, of: issuer.id)?.token
    }
    let unknown: JSONObject = [
      "error": ["code": 190, "message": "Invalid OAuth access token."], "is_valid": false,
      "scopes": [],
    ]
    let data = try token.map { try describe($0, caller: caller) } ?? unknown
    let body: JSON = ["data": .object(data)]
    return .ready(.uncached(.json(body)))
  }

  /// Returns the calling app, identified by its app token `APP_ID|APP_SECRET` or by a token of one
  /// of its users.
  private func app(of access: String?) throws -> String {
    guard let access, !access.isEmpty else {
      throw FacebookError(
        "(#102) A user access token is required to request this resource.", code: 102,
        reason: "There is no access_token in the query; send APP_ID|APP_SECRET.")
    }
    if let bar = access.firstIndex(of: "|") {
      let id = String(access[..<bar])
      let client = ClientCredentials(
        id: id, proof: .secret([String(access[access.index(after: bar)...])]))
      do {
        try call.authenticate(client, at: issuer)
      } catch let error as OAuthError {
        throw FacebookError(
          "Invalid OAuth access token signature.", code: 190, reason: error.reason ?? "")
      }
      return id
    }
    guard let found = try call.accessToken(access, of: issuer) else {
      throw FacebookError(
        "Invalid OAuth access token - Cannot parse access token", code: 190,
        reason: "access_token is neither APP_ID|APP_SECRET nor a living token of this issuer.")
    }
    return found.token.clientID
  }

  private func describe(_ token: IssuerToken, caller: String) throws -> JSONObject {
    guard token.clientID == caller else {
      throw FacebookError(
        "(#100) You must provide an app access token, or a user access token that is an owner or "
          + "developer of the app", code: 100,
        reason: "The input token is of the app \(token.clientID), not \(caller).")
    }
    let living = try call.accessToken(token.token, of: issuer)
    let expiry = token.expiresAt?.seconds ?? 0
    var data: JSONObject = [
      "app_id": .string(token.clientID), "type": "USER", "application": .string(token.clientID),
      "data_access_expires_at": .int(expiry), "expires_at": .int(expiry),
    ]
    if living == nil {
      let error = FacebookGraph.dead(token, at: call.now)
      var reason: JSONObject = [
        "code": .int(Int64(error.code)), "message": .string(error.message),
      ]
      if let subcode = error.subcode { reason["subcode"] = .int(Int64(subcode)) }
      data["error"] = .object(reason)
    }
    data["is_valid"] = .bool(living != nil)
    data["issued_at"] = .int(token.issuedAt.seconds)
    data["scopes"] = .array(Scopes(token.scope).sharing.sorted().map(JSON.string))
    data.setText("user_id", living?.person.subject)
    return data
  }
}
