internal import EmuModel
internal import EmuStore

extension ReadTransaction {
  /// Returns the people for a page: the expected person, and the issuer's first people, one more
  /// than the page lists.
  func listedPeople(in scope: PeopleScope, hint: String? = nil) throws -> [Person] {
    let first = try people(in: scope, limit: PersonForms.longestList + 1)
    guard let hint, !first.contains(where: { $0.matches(hint: hint) }) else { return first }
    let meant = try person(subjectOrEmail: hint, in: scope)
    return (meant.map { $0.deletedAt == nil ? [$0] : [] } ?? []) + first
  }
}

extension Person {
  func matches(hint: String) -> Bool {
    subject == hint || email == EmailAddress.canonical(hint)
  }
}
