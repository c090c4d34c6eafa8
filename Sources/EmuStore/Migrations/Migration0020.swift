internal import EmuSQLite

extension Migration {
  /// The people of an issuer in the order in which they came, for the page that lists the first.
  static let peopleInOrder = Migration("0020_people_in_order") { connection throws(DatabaseError) in
    try connection.execute("CREATE INDEX people_order ON people (project_id, issuer)")
  }
}
