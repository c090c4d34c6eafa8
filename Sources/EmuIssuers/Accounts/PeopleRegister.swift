internal import EmuControlCalls
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

extension Project {
  func people(of issuer: any FakeIssuer) -> PeopleScope {
    PeopleScope(projectKey: key, issuer: issuer.id)
  }
}

extension IssuerCall {
  func people(
    _ issuer: any FakeIssuer, in project: Project, _ writer: WriteTransaction
  ) -> PeopleRegister {
    PeopleRegister(
      issuer: issuer, scope: project.people(of: issuer), ids: services.ids, now: now,
      writer: writer)
  }
}

/// Finds, creates and changes the people of an issuer, inside one transaction.
struct PeopleRegister {
  let issuer: any FakeIssuer
  let scope: PeopleScope
  let ids: IDGenerator
  let now: Timestamp
  let writer: WriteTransaction

  /// Returns the person that the input identifies by `sub` or `email`, changed as it says;
  /// otherwise a new person.
  func findOrMake(_ input: AccountDocument) throws -> Person {
    guard var person = try find(input) else { return try make(input) }
    if let deletedAt = person.deletedAt {
      throw ControlError.notFound(
        "The account \(person.subject) was deleted at \(issuer.id) at \(deletedAt.rfc3339) and "
          + "cannot sign in again. Use another sub, or DELETE it here first.")
    }
    try change(&person, input, nulls: [])
    return person
  }

  func find(_ input: AccountDocument) throws -> Person? {
    if input.sub != nil {
      return try writer.reader.person(
        subject: input.newPerson(of: issuer.provider, ids).subject, in: scope)
    }
    guard let email = input.email.map(EmailAddress.canonical) else { return nil }
    return try writer.reader.person(email: email, in: scope)
  }

  func make(_ input: AccountDocument) throws -> Person {
    var person = input.newPerson(of: issuer.provider, ids)
    if input.isUnidentified {
      person.email = "person.\(ids.lowercaseLetters(8))@example.com"
      if person.name == PersonName() {
        person.name = PersonName(full: "Alex Example", given: "Alex", family: "Example")
      }
    }
    person = try writer.upsert(person, in: scope)
    try authorize(person, input.authorizedClients, revokingOthers: false)
    return person
  }

  /// Changes the fields of the input.
  ///
  /// - Parameter nulls: the fields that were sent as null; they get a new person's values.
  func change(_ person: inout Person, _ input: AccountDocument, nulls: Set<String>) throws {
    let before = person
    let new = Person(issuer: person.issuer, subject: person.subject)
    if nulls.contains("email") { person.email = nil }
    if nulls.contains("emailVerified") { person.emailVerified = new.emailVerified }
    if nulls.contains("name") { person.name = new.name }
    if nulls.contains("picture") { person.picture = nil }
    if nulls.contains("hideEmail") { person.hideEmail = new.hideEmail }
    if nulls.contains("relayEmail") { person.relayEmail = nil }
    if nulls.contains("relayForwards") { person.relayForwards = new.relayForwards }
    if nulls.contains("claims") { person.claims = nil }
    try input.change(&person, of: issuer.provider, ids)
    if person != before { try writer.update(person) }
    let clients = nulls.contains("authorizedClients") ? [] : input.authorizedClients
    try authorize(person, clients, revokingOthers: true)
  }

  /// Records the person's consent to the listed clients.
  private func authorize(
    _ person: Person, _ clients: [String]?, revokingOthers: Bool
  ) throws {
    guard let clients else { return }
    for client in clients { _ = try writer.authorize(person, client: client, at: now) }
    guard revokingOthers else { return }
    for consent in try writer.reader.consents(of: person)
    where consent.isActive && !clients.contains(consent.clientID) {
      try writer.revoke(consent, at: now)
    }
  }
}
