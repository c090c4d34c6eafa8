internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// `GET issuers/{id}/grants`: the consents of people to clients, with their states.
enum ConsentList {
  static func answer(_ call: IssuerCall) throws -> Answer {
    let scope = try call.project().people(of: call.issuer())
    let (people, grants) = try call.services.store.read { reader in
      (try reader.people(in: scope), try reader.grants(in: scope))
    }
    let persons = Dictionary(uniqueKeysWithValues: people.map { ($0.key, $0) })
    let body: JSON = [
      "grants": .array(
        grants.compactMap { grant in persons[grant.personKey].map { entry(grant, $0) } })
    ]
    return .ready(.json(body))
  }

  private static func entry(_ grant: Consent, _ person: Person) -> JSON {
    var entry: JSONObject = ["sub": .string(person.subject)]
    entry.setText("email", person.email)
    entry["clientId"] = .string(grant.clientID)
    entry["state"] = .string(grant.isActive ? "authorized" : "revoked")
    entry["grantedAt"] = .string(grant.grantedAt.rfc3339)
    entry.setText("revokedAt", grant.revokedAt?.rfc3339)
    return .object(entry)
  }
}
