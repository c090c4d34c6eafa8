/// The scopes of an authorization.
package struct Scopes: Sendable {
  package let names: [String]

  package init(_ names: [String]) { self.names = names }

  /// Reads scopes with spaces between them.
  package init(_ text: String) {
    names = text.split(separator: " ").map(String.init)
  }

  /// Whether a text can be one scope: visible ASCII but the quote and the backslash (RFC 6749 §3.3).
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (33...126).contains($0) && $0 != 34 && $0 != 92 }
  }

  /// What a person is asked to share.
  package var sharing: [String] { names.filter { $0 != "openid" } }

  package var text: String { names.joined(separator: " ") }

  /// What is left of a person when only what the scopes name is shared.
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

  /// Whether a scope is there, by its own name or by Google's.
  private func includes(_ name: String) -> Bool {
    names.contains(name) || names.contains("https://www.googleapis.com/auth/userinfo.\(name)")
  }
}
