internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// Tokens of a person by name and password (RFC 6749 §4.3).
///
/// The issuer keeps no passwords: any is right for an account, and `emulator_fail=invalid_grant` refuses.
struct PasswordGrant: ClientGrant {
  let name = "password"

  func response(to request: RedemptionContext, _ call: IssuerCall) throws -> Response {
    let (issuer, form) = (request.issuer, request.form)
    let name = try form.required("username")
    _ = try form.required("password")
    let store = call.services.store
    let project = try call.clients(of: issuer).projectOfPeople(client: request.clientID, call)
    let scope = project.people(of: issuer)
    guard let person = try store.read({ try $0.person(subjectOrEmail: name, in: scope) }) else {
      throw issuer.deadToken(
        reason: "\(issuer.id) has no account \(name.prefix(128)) in \(project.id); POST "
          + "/emulator/v1/issuers/\(issuer.id)/accounts makes it.")
    }
    let scopes = Scopes(try request.namedScopes() ?? issuer.defaultScopes)
    var members = JSONObject()
    if issuer.provider.sendsIDToken(for: scopes) {
      var draft = IDTokenDraft(
        issuer: issuer.tokens, person: person, scopes: scopes, clientID: request.clientID,
        baseURL: call.baseURL, config: request.config, issuedAt: call.now, authTime: call.now)
      draft.answer = call.nextAnswer(of: issuer)
      members["id_token"] = .string(try draft.meetingFaults(call).sign(with: call.services).token)
    }
    return try AccessTokenJWT(
      subject: person.subject, email: person.email, request: request, scope: scopes.names
    ).response(call, members)
  }
}
