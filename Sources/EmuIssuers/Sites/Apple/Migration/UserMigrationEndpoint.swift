internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// `/auth/usermigrationinfo`: creates a transfer id of a person, and transfers a person by one.
///
/// A project is a team here. With `sub` and `target` the response is `{transfer_sub}`. With
/// `transfer_sub`, from a client of its target team, it is `{sub, email?, is_private_email?}`.
struct UserMigrationEndpoint: Sendable {
  let issuer: AppleIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let form = try TokenRequestForm(whole: call.request)
    let client = try ClientCredentials(
      form, call.request, methods: issuer.clientAuthentication)
    try call.authenticate(client, at: issuer)
    try checkToken(of: client)
    let project = try call.clients(of: issuer).projectOfPeople(client: client.id, call)
    if let subject = form["transfer_sub"] {
      return call.write { writer in
        try completeTransfer(subject, into: project, writer)
      } then: {
        answer(of: $0, project)
      }
    }
    let subject = try form.required("sub")
    let target = try form.required("target")
    return call.write { writer in
      try issueTransfer(subject, to: target, from: project, writer)
    } then: { transfer in
      .uncached(["transfer_sub": .string(transfer.subject)])
    }
  }

  private func checkToken(of client: ClientCredentials) throws {
    guard let token = call.bearerToken, UserMigrationGrant.client(of: token, call) == client.id
    else {
      throw OAuthError(
        .invalidClient,
        reason: "Send the access_token of client_credentials with the scope "
          + "\(UserMigrationGrant.scope), of the same client and not older than an hour, as "
          + "Authorization: Bearer.")
    }
  }

  /// Returns the transfer id. The same person and team have the same id while it is valid.
  private func issueTransfer(
    _ subject: String, to team: String, from project: Project, _ writer: WriteTransaction
  ) throws -> AppleTransfer {
    guard let person = try writer.reader.person(subject: subject, in: project.people(of: issuer)),
      person.deletedAt == nil
    else {
      throw OAuthError(
        .invalidRequest,
        reason: "Project \(project.id) has no Apple person \(subject.prefix(128)).")
    }
    guard team != project.providers[issuer.id]?.codeFlow?.teamId else {
      throw OAuthError(.invalidRequest, reason: "target is the team that the person is with.")
    }
    let known = try writer.reader.appleTransfers(of: person).first { $0.teamID == team }
    if let known, isGood(known) { return known }
    let transfer = AppleTransfer(
      subject: issuer.provider.newSubject(call.services.ids), personKey: person.key, teamID: team,
      createdAt: call.now)
    try writer.upsert(transfer)
    return transfer
  }

  /// Returns the transferred person. A person who was transferred before, or has the same address,
  /// is found again.
  private func completeTransfer(
    _ subject: String, into project: Project, _ writer: WriteTransaction
  ) throws -> Person {
    guard var transfer = try writer.reader.appleTransfer(subject), isGood(transfer),
      let source = try writer.reader.person(key: transfer.personKey)
    else {
      throw OAuthError(
        .invalidRequest, reason: "No transfer_sub \(subject.prefix(128)) of the last 60 days.")
    }
    let team = project.providers[issuer.id]?.codeFlow?.teamId
    guard team == nil || team == transfer.teamID else {
      throw OAuthError(
        .invalidRequest,
        reason: "The transfer_sub was made for the team \(transfer.teamID), and project "
          + "\(project.id) is the team \(team ?? "").")
    }
    let scope = project.people(of: issuer)
    if let person = try writer.reader.person(transferSubject: subject, in: scope) { return person }
    var person = try counterpart(of: source, in: scope, writer)
    person.transfer = PersonTransfer(subject: subject, at: call.now)
    issuer.provider.complete(&person, call.services.ids)
    person = try writer.upsert(person, in: scope)
    transfer.completedAt = call.now
    try writer.upsert(transfer)
    return person
  }

  /// Returns the same human at the new team, with another subject and relay address.
  private func counterpart(
    of source: Person, in scope: PeopleScope, _ writer: WriteTransaction
  ) throws -> Person {
    if let email = source.email,
      let known = try writer.reader.person(email: email, in: scope.own)
    {
      return known
    }
    var person = Person(
      issuer: issuer.id, subject: issuer.provider.newSubject(call.services.ids),
      email: source.email)
    person.emailVerified = source.emailVerified
    person.name = source.name
    person.hideEmail = source.hideEmail
    person.claims = source.claims
    return person
  }

  private func isGood(_ transfer: AppleTransfer) -> Bool {
    call.now.since(transfer.createdAt) < PersonTransfer.lifetime
  }

  private func answer(of person: Person, _ project: Project) -> Response {
    let options = project.providers[issuer.id]?.appleIssuer ?? .current
    var body: JSONObject = ["sub": .string(person.subject)]
    body.setText("email", person.visibleEmail)
    if person.hideEmail { body["is_private_email"] = Apple.flag(true, options) }
    return .uncached(body)
  }
}
