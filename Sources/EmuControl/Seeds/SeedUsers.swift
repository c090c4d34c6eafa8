internal import EmuHTTP
internal import EmuJSON

/// The users of one project of a seed in order, for any number of passes.
struct SeedUsers: Sendable {
  private enum Source {
    case list([SeedUser])
    /// The elements of an array, from the first byte of the first to the last byte of the last.
    case body(any StoredBody, Range<Int>)
  }

  private let source: Source

  /// True if the users are in memory, as those of a short document are.
  var areInMemory: Bool {
    if case .list = source { true } else { false }
  }

  /// Creates the users of a short document.
  init(_ list: [SeedUser]) { source = .list(list) }

  /// Creates the users of a stored document, which are read one by one.
  init(in body: any StoredBody, at range: Range<Int>) { source = .body(body, range) }

  /// Calls `body` for each user.
  ///
  /// - Throws: the errors of `body`, and of reading the document, which was valid before.
  func forEach(_ body: (SeedUser) throws -> Void) throws {
    switch source {
    case .list(let list): for user in list { try body(user) }
    case .body(let stored, let range):
      var reader = JSONElementReader(
        arrays: [[]], options: .relaxed, readingChunks: Self.array(stored, range))
      while let user = try reader.nextUser() {
        try body(try SeedUser(user.document.get(), index: user.index))
      }
    }
  }

  /// Returns the elements as a separate document.
  private static func array(
    _ body: any StoredBody, _ range: Range<Int>
  ) -> () throws -> [UInt8]? {
    let size = 64 << 10
    var offset: Int? = nil
    return {
      guard let start = offset else {
        offset = range.lowerBound
        return [UInt8(ascii: "[")]
      }
      guard start <= range.upperBound else { return nil }
      let piece = try body.bytes(from: start, count: min(size, range.upperBound - start))
      // One more than the end marks that the bracket was returned.
      offset = piece.isEmpty ? range.upperBound + 1 : start + piece.count
      return piece.isEmpty ? [UInt8(ascii: "]")] : piece
    }
  }
}

extension JSONElementReader {
  /// Returns the next element as a user; nil at the end.
  mutating func nextUser() throws -> (
    index: Int, range: Range<Int>, document: Result<UserDocument, SeedUser.Problem>
  )? {
    guard let next = try next() else { return nil }
    return (
      next.index, next.range,
      Result { () throws(SeedUser.Problem) in try UserDocument(reading: next.value) }
    )
  }
}
