internal import EmuJSON
package import EmuModel

// Converts a valid document to a person.

extension AccountDocument {
  /// Returns a person that is not stored yet, complete as the provider would have created it.
  package func newPerson(of provider: any IdentityProvider, _ ids: IDGenerator) -> Person {
    var person = Person(issuer: provider.id, subject: sub ?? provider.newSubject(ids))
    fill(&person, of: provider, ids)
    return person
  }

  /// Changes an existing person; the subject never changes.
  ///
  /// - Throws: for another tenant than the person's.
  package func change(
    _ person: inout Person, of provider: any IdentityProvider, _ ids: IDGenerator
  ) throws(DocumentError) {
    var changed = person
    fill(&changed, of: provider, ids)
    if let tenant, changed.tenant != person.tenant {
      throw DocumentError(
        field: "tenant",
        message: "the account \(person.subject) belongs to the tenant \(person.tenant ?? "none"), "
          + "which cannot change; use another sub to create an account of the tenant \(tenant)")
    }
    changed.subject = person.subject
    person = changed
  }

  private func fill(
    _ person: inout Person, of provider: any IdentityProvider, _ ids: IDGenerator
  ) {
    if let email { person.email = EmailAddress.canonical(email) }
    if let emailVerified { person.emailVerified = emailVerified }
    if let name { person.name = name }
    if let picture { person.picture = picture }
    if let hideEmail { person.hideEmail = hideEmail }
    if let relayEmail { person.relayEmail = EmailAddress.canonical(relayEmail) }
    if let relayForwards { person.relayForwards = relayForwards }
    if let tenant { person.tenant = tenant }
    if let claims { person.claims = JSON.object(claims).serialized() }
    if person.hideEmail, let email = person.email, let relay = provider.relayDomain,
      email.hasSuffix(relay)
    {
      person.relayEmail = email
    }
    provider.complete(&person, ids)
  }
}
