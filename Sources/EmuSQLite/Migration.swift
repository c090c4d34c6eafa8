/// One step from an older schema to the next.
///
/// Migrations are an ordered list that only ever grows at its end. One that has been released is
/// never edited, renamed or moved: files exist that have run it.
package struct Migration: Sendable {
  /// The name that the database stores; unique in the list.
  package let name: String

  let body: @Sendable (Connection) throws(DatabaseError) -> Void

  /// Creates a migration whose body runs in its own transaction.
  ///
  /// Foreign keys are not enforced while it runs, so that a table can be rebuilt; they are verified
  /// before the commit.
  package init(
    _ name: String, _ body: @escaping @Sendable (Connection) throws(DatabaseError) -> Void
  ) {
    self.name = name
    self.body = body
  }
}
