internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// Finds, makes and changes the people of an issuer, inside one transaction.
struct PeopleDesk {
  let issuer: any FakeIssuer
  let scope: PeopleScope
  let ids: IDGenerator
  let now: Timestamp
  let writer: Writer

  /// The person who is meant, changed as the input says; a new one when nobody is.
  ///
  /// Nobody is meant by an input without `sub` and `email`.
  func findOrMake(_ input: AccountInput) throws -> Person {
    guard var person = try find(input) else { return try make(input) }
    if let deletedAt = person.deletedAt {
      throw ControlError(
        .notFound,
        "The account \(person.subject) was deleted at \(issuer.id) at \(deletedAt.rfc3339) and "
          + "cannot sign in again. Name another sub, or DELETE it here to begin anew.")
    }
    try change(&person, input, nulls: [])
    return person
  }

  func find(_ input: AccountInput) throws -> Person? {
    if input.sub != nil {
      return try writer.reader.person(subject: draft(input).subject, in: scope)
    }
    guard let email = input.email.map(EmailAddress.canonical) else { return nil }
    return try writer.reader.person(email: email, in: scope)
  }

  func make(_ input: AccountInput) throws -> Person {
    var person = try draft(input)
    if input.isAnybody {
      person.email = "person.\(ids.lowercaseLetters(8))@example.com"
      if person.name == PersonName() {
        person.name = PersonName(full: "Alex Example", given: "Alex", family: "Example")
      }
    }
    person = try writer.upsert(person, in: scope)
    try authorize(person, input.authorizedClients, revokingOthers: false)
    return person
  }

  /// Changes what the input names.
  ///
  /// - Parameter nulls: the fields that were sent as null: they are cleared.
  func change(_ person: inout Person, _ input: AccountInput, nulls: Set<String>) throws {
    let before = person
    if nulls.contains("email") { person.email = nil }
    if nulls.contains("name") { person.name = PersonName() }
    if nulls.contains("picture") { person.picture = nil }
    if nulls.contains("claims") { person.claims = nil }
    try fill(&person, from: input)
    if let tenant = input.tenant, issuer.tenantID(of: tenant) != before.tenant {
      throw ControlError(
        .invalidArgument,
        "The account \(person.subject) belongs to the tenant \(before.tenant ?? "none"); nobody "
          + "moves. Make another account for the tenant \(tenant).")
    }
    person.tenant = before.tenant
    issuer.provider.complete(&person, ids)
    if person != before { try writer.update(person) }
    try authorize(person, input.authorizedClients, revokingOthers: true)
  }

  /// A person who is not stored yet, complete as the provider would have made it.
  private func draft(_ input: AccountInput) throws -> Person {
    var person = Person(
      issuer: issuer.id, subject: input.sub ?? issuer.provider.newSubject(ids))
    person.tenant = input.tenant
    try fill(&person, from: input)
    issuer.provider.complete(&person, ids)
    if let sub = input.sub, person.subject != sub,
      person.subject != Microsoft.personalObjectID(sub)
    {
      throw ControlError(
        .invalidArgument,
        "sub \(sub.prefix(64)) is none of a personal account; that is 16 hexadecimal digits, alone "
          + "or as the end of 00000000-0000-0000-0000-000000000000.")
    }
    return person
  }

  private func fill(_ person: inout Person, from input: AccountInput) throws(ControlError) {
    if let email = input.email { person.email = EmailAddress.canonical(email) }
    if let verified = input.emailVerified { person.emailVerified = verified }
    if let name = try input.personName() { person.name = name }
    if let picture = input.picture { person.picture = picture }
    if let hides = input.hideEmail { person.hideEmail = hides }
    if let claims = input.claims?.object { person.claims = JSON.object(claims).serialized() }
  }

  /// The listed clients have the person's consent from now on.
  private func authorize(
    _ person: Person, _ clients: [String]?, revokingOthers: Bool
  ) throws {
    guard let clients else { return }
    for client in clients { _ = try writer.authorize(person, client: client, at: now) }
    guard revokingOthers else { return }
    for grant in try writer.reader.grants(of: person)
    where grant.isActive && !clients.contains(grant.clientID) {
      try writer.revoke(grant, at: now)
    }
  }
}
