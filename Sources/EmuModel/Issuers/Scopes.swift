/// The scopes of an authorization.
package struct Scopes: Sendable {
  package let names: [String]

  package init(_ names: [String]) { self.names = names }

  /// Reads scopes with spaces between them.
  package init(_ text: String) {
    names = text.split(separator: " ").map(String.init)
  }

  package var text: String { names.joined(separator: " ") }

  /// What is left of a person when only what the scopes name is shared.
  package func limited(_ person: Person) -> Person {
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
