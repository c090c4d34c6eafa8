internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

enum GraphUser {
  static func me(_ caller: GraphCaller, _ call: IssuerCall) -> Response {
    shown(caller.account, call)
  }

  /// Returns a person of the token's tenant and project, by id or principal name.
  static func other(_ token: GraphToken, _ call: IssuerCall) throws -> Response {
    let name = call.parameters["user"] ?? ""
    let tenant: String
    let scope: PeopleScope
    switch token {
    case .delegated(let caller):
      let own = caller.account
      if [own.graphID, own.person.subject, own.principalName].contains(name) {
        return shown(own, call)
      }
      tenant = own.tenant
      let project = try call.services.store.read { try $0.projectID(ofPerson: own.person.key) }
      let key = try project.map { try call.services.store.project($0).key } ?? 0
      scope = PeopleScope(projectKey: key, issuer: Microsoft.providerID)
    case .app(let home, let clientID):
      let issuer = MicrosoftIssuer()
      tenant = home
      scope = try call.clients(of: issuer).projectOfPeople(client: clientID, call)
        .people(of: issuer)
    }
    let found = try call.services.store.read { reader in
      try reader.person(subject: Microsoft.personalObjectID(name) ?? name, in: scope)
        ?? reader.person(email: EmailAddress.canonical(name), in: scope)
    }
    let account = found.map(MicrosoftAccount.init)
    guard let account, account.tenant == tenant else {
      throw GraphError(
        .notFound, "Request_ResourceNotFound",
        "Resource '\(name.prefix(128))' does not exist or one of its queried reference-property "
          + "objects are not present.",
        reason: "The tenant \(tenant) has no such account.")
    }
    return shown(account, call)
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

  private static func shown(_ account: MicrosoftAccount, _ call: IssuerCall) -> Response {
    var user = account.graphUser
    if let selected = call.request.query.first("$select") {
      let names = selected.split(separator: ",").map { $0.filter { $0 != " " } }
      call.log(omitted: names.filter { user[$0] == nil }, of: "$select")
      for member in user where member.key != "@odata.context" && !names.contains(member.key) {
        user[member.key] = nil
      }
    }
    return .json(user)
  }
}
