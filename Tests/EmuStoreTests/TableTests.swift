import EmuSQLite
import Testing

@testable import EmuModel
@testable import EmuStore

@Suite struct `Tables of the store` {
  /// Only a damaged file has a NULL where the schema forbids one; its own schema does not.
  @Test func `A row with a NULL is damage where its property needs a value`() throws {
    let database = try Database(.init(location: .temporary), migrations: [])
    defer { try? database.close() }
    try database.write { connection in
      try connection.execute(
        """
        CREATE TABLE grants (id, person_id, client_id, granted_at, revoked_at, scope);
        INSERT INTO grants VALUES (1, 2, 'app', 3, NULL, '');
        """)
      let consent = try connection.first(Table.consents.select(""))
      #expect(consent?.clientID == "app" && consent?.revokedAt == nil)
    }
    for column in ["id", "person_id", "client_id", "granted_at", "scope"] {
      let error = #expect(throws: DatabaseError.self) {
        try database.write { connection in
          try connection.execute(SQL("UPDATE grants SET \(column) = NULL"))
          _ = try connection.first(Table.consents.select(""))
        }
      }
      #expect(error?.code == .corrupt, "\(column)")
    }
  }
}
