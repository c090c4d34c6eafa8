package import EmuJSON
package import EmuModel

/// The name by which a social network calls a person, such as GitHub's `login`.
package enum Handle {
  /// Writes a handle into the record of a person who has none, so that it stays the same whatever a
  /// client may see.
  package static func complete(_ person: inout Person, claim: String, marks: String, limit: Int) {
    guard person.moreClaims[claim] == nil else { return }
    var claims = person.moreClaims
    claims[claim] = .string(of(person, claim: claim, marks: marks, limit: limit))
    person.claims = JSON.object(claims).serialized()
  }

  /// The handle that the record's claims name, else one made from the address, the name or the
  /// subject.
  ///
  /// - Parameters:
  ///   - claim: the member that holds a handle, such as `login`.
  ///   - marks: what is taken beside letters and digits; the first stands in for the rest.
  package static func of(_ person: Person, claim: String, marks: String, limit: Int) -> String {
    if let handle = person.moreClaims[claim]?.string, !handle.isEmpty { return handle }
    let local = person.email.map { String($0.prefix { $0 != "@" }) }
    let source = local ?? person.name.display ?? "user\(person.subject)"
    let substitute = marks.first ?? "_"
    let handle = source.map { character in
      character.isASCII && (character.isLetter || character.isNumber || marks.contains(character))
        ? character : substitute
    }
    return String(handle.prefix(limit))
  }
}

extension Person {
  /// The subject as the number that it is at networks that count their people; text of seeds stays
  /// text.
  package var numericSubject: JSON { Int64(subject).map(JSON.int) ?? .string(subject) }
}
