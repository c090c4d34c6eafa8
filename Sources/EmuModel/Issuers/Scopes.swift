package struct Scopes: Sendable {
  package let names: [String]

  package init(_ names: [String]) { self.names = names }

  /// Reads scopes with spaces between them.
  package init(_ text: String) {
    names = text.split(separator: " ").map(String.init)
  }

  /// Returns true for one scope: visible ASCII but the quote and the backslash (RFC 6749 §3.3).
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (33...126).contains($0) && $0 != 34 && $0 != 92 }
  }

  /// The scopes that a consent page shows.
  package var sharing: [String] { names.filter { $0 != "openid" } }

  package var text: String { names.joined(separator: " ") }

  /// Returns the person with only the members that the scopes include.
  package func limited(_ person: Person) -> Person {
    var person = person
    if !includes("email") {
      person.email = nil
      person.relayEmail = nil
    }
    if !includes("profile"), !names.contains("name") {
      person.name = PersonName()
      person.picture = nil
    }
    return person
  }

  /// Returns true for a scope by its plain name or by Google's.
  private func includes(_ name: String) -> Bool {
    names.contains(name) || names.contains("https://www.googleapis.com/auth/userinfo.\(name)")
  }
}
