internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// How a person wishes to be known to one client.
struct SharingChoice: Sendable {
  /// Sent to this client alone; the account keeps its own.
  var name: PersonName
  /// Whether a relay address stands for the real one, from now on.
  var hidesEmail: Bool
}

extension PeopleRegister {
  /// The person as it wishes to be known; that it hides its address is kept.
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
