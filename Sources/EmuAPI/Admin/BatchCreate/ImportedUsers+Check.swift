internal import EmuModel

extension ImportedUsers {
  /// The limit of reported unknown fields; each account may have the same ones.
  private static let mostFields = 100

  /// The number of accounts that the check keeps, so that those of most bodies are read once.
  private static let mostKept = 2000

  /// Checks an import before any account is stored. A malformed account or a conflict between two
  /// accounts rejects the whole import.
  ///
  /// - Returns: the number of accounts.
  ///
  /// - Throws: the errors of the list; `MISSING_USER_ACCOUNT`; those of ``DuplicateCheck``.
  mutating func check(_ input: BatchCreateRequest, in context: OperationContext) throws -> Int {
    var cursor = begin()
    var duplicates = DuplicateCheck(input, in: context)
    var kept: [UserInfo] = []
    while let user = try cursor.next() {
      duplicates.compare(user)
      if kept.count < Self.mostKept { kept.append(user) }
      guard !cursor.unknownFields.isEmpty else { continue }
      let room = Self.mostFields - context.explanation.unknownFields.count
      if room > 0 {
        context.explanation.add(unknownFields: Array(cursor.unknownFields.prefix(room)))
      }
    }
    guard cursor.index > 0 else { throw APIError("MISSING_USER_ACCOUNT") }
    try duplicates.check(in: context)
    if kept.count == cursor.index { self = ImportedUsers(kept) }
    return cursor.index
  }
}
