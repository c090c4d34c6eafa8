extension Database {
  /// The schema name of a copy in ``WriteKind/bulk(cache:reading:)``.
  package static var copySchema: String { Connection.copySchema }

  /// Copies the content as it is now into a draft, on the caller's thread; neither reads nor writes
  /// wait for it.
  ///
  /// - Parameter change: changes the copy before it is published, outside any transaction.
  package func copyContent<T>(
    into draft: DatabaseCopy, then change: (Connection) throws -> T
  ) throws -> T {
    let target = try Connection(filling: draft)
    defer { target.close() }
    let reader = try readers.take()
    do {
      defer { readers.put(reader, endsTransaction: true) }
      try target.replaceContent(with: reader)
    }
    try target.endLog(isNamed: draft.place.isNamed)
    return try change(target)
  }

  /// Queues the replacement of the content by that of a copy, in one transaction. A read sees the
  /// content before or after it.
  ///
  /// - Parameters:
  ///   - adaptation: reads this database and the copy before the replacement. The closure that it
  ///     returns changes the content in a temporary file, since the copy must not change.
  ///   - afterCommit: called on the writer's thread, before any later write.
  ///   - failure: called instead, with the reason that nothing was replaced.
  package func replaceContent(
    with copy: DatabaseCopy,
    adaptation:
      @escaping @Sendable (_ main: Connection, _ copy: Connection) throws -> (
        (Connection) throws -> Void
      )?,
    afterCommit: @escaping AfterCommit, failure: @escaping @Sendable (any Error) -> Void
  ) {
    write(
      as: .replacing,
      { connection in
        let source = try Connection(reading: copy)
        defer { source.close() }
        if let adapt = try adaptation(connection, source) {
          let draft = try DatabaseCopy()
          let adapted = try Connection(filling: draft)
          defer { withExtendedLifetime(draft) { adapted.close() } }
          try adapted.replaceContent(with: source)
          try adapted.endLog(isNamed: false)
          try adapt(adapted)
          try connection.replaceContent(with: adapted)
        } else {
          try connection.replaceContent(with: source)
        }
        // SQLite reports the length of the log with the next statement that ends.
        try connection.run("SELECT 1")
        return afterCommit
      }, failure: failure)
  }

  /// Reads a copy, on the caller's thread.
  ///
  /// - Throws: `notADatabase`, `foreignFile`, `corrupt`, and the errors of `body`.
  package static func read<T>(_ copy: DatabaseCopy, _ body: (Connection) throws -> T) throws -> T {
    let connection = try Connection(reading: copy)
    defer { connection.close() }
    guard try connection.isOurs() else {
      throw DatabaseError(.foreignFile, "is an empty database")
    }
    return try body(connection)
  }
}
