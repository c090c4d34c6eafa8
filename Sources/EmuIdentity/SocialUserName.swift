package import EmuJSON
package import EmuModel

/// A person's user name at a social network, such as GitHub's `login`.
package enum SocialUserName {
  /// Stores a handle in the record of a person without one, so that every client sees the same.
  package static func complete(_ person: inout Person, claim: String, marks: String, limit: Int) {
    guard person.moreClaims[claim] == nil else { return }
    var claims = person.moreClaims
    claims[claim] = .string(of(person, claim: claim, marks: marks, limit: limit))
    person.claims = JSON.object(claims).serialized()
  }

  /// Returns the handle in the record's claims, or one derived from the address, the name or the
  /// subject.
  ///
  /// - Parameters:
  ///   - claim: the member with the handle, such as `login`.
  ///   - marks: the valid characters beside letters and digits; the first replaces invalid ones.
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
  /// The subject as a number for networks that number their people; a seed's text remains a text.
  package var numericSubject: JSON { Int64(subject).map(JSON.int) ?? .string(subject) }
}
