internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// `GET issuers/{id}/grants`: the consents of people to clients, with their states.
enum ConsentList {
  static func answer(_ call: IssuerCall) throws -> Answer {
    let scope = try call.project().people(of: call.issuer())
    let (people, consents) = try call.services.store.read { reader in
      (try reader.people(in: scope), try reader.consents(in: scope))
    }
    let persons = Dictionary(uniqueKeysWithValues: people.map { ($0.key, $0) })
    let body: JSON = [
      "grants": .array(
        consents.compactMap { consent in persons[consent.personKey].map { entry(consent, $0) } })
    ]
    return .ready(.json(body))
  }

  private static func entry(_ consent: Consent, _ person: Person) -> JSON {
    var entry: JSONObject = ["sub": .string(person.subject)]
    entry.setText("email", person.email)
    entry["clientId"] = .string(consent.clientID)
    entry["state"] = .string(consent.isActive ? "authorized" : "revoked")
    entry["grantedAt"] = .string(consent.grantedAt.rfc3339)
    entry.setText("revokedAt", consent.revokedAt?.rfc3339)
    return .object(entry)
  }
}
