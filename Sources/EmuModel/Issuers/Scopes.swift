internal import EmuModel

/// The scopes of an authorization.
struct Scopes: Sendable {
  let names: [String]

  init(_ names: [String]) { self.names = names }

  /// Reads scopes with spaces between them.
  init(_ text: String) {
    names = text.split(separator: " ").map(String.init)
  }

  var text: String { names.joined(separator: " ") }

  /// What is left of a person when only what the scopes name is shared.
  func limited(_ person: Person) -> Person {
    var person = person
    if !names.contains("email") {
      person.email = nil
      person.relayEmail = nil
    }
    if !names.contains("profile"), !names.contains("name") {
      person.name = PersonName()
      person.picture = nil
    }
    return person
  }
}
