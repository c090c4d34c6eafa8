internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// The name and address that a person shares with one client.
struct SharingChoice: Sendable {
  /// Sent to this client only; the account keeps its name.
  var name: PersonName
  /// True if a relay address replaces the real one from now on.
  var hidesEmail: Bool
}

extension PeopleRegister {
  /// Returns the person with the shared name, and stores the choice of address.
  func apply(_ sharing: SharingChoice, to person: Person) throws -> Person {
    var person = person
    if person.hideEmail != sharing.hidesEmail {
      person.hideEmail = sharing.hidesEmail
      issuer.provider.complete(&person, ids)
      try writer.update(person)
    }
    person.name = sharing.name
    return person
  }
}
