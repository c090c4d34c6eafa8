internal import EmuControlCalls
internal import EmuModel
internal import EmuStore

/// `GET issuers/{id}/grants`: the consents of people to clients, with their states.
enum ConsentList {
  static func answer(_ call: IssuerCall) throws -> ControlAnswer<ConsentPage> {
    let scope = try call.project().people(of: call.issuer())
    let (people, consents) = try call.services.store.read { reader in
      (try reader.people(in: scope), try reader.consents(in: scope))
    }
    let persons = Dictionary(uniqueKeysWithValues: people.map { ($0.key, $0) })
    return try ControlAnswer(
      ConsentPage(
        grants: consents.compactMap { consent in
          guard let person = persons[consent.personKey] else { return nil }
          return ConsentPage.ConsentReport(
            sub: person.subject, email: person.email, clientId: consent.clientID,
            state: consent.isActive ? "authorized" : "revoked",
            grantedAt: consent.grantedAt.rfc3339, revokedAt: consent.revokedAt?.rfc3339)
        }))
  }
}
