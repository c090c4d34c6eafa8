import Testing

@testable import EmuSQLite

@Suite struct `Memory of the writer` {
  private static func hasLargeCache(_ database: Database) throws -> Bool {
    try database.write { $0.cachedBytes > 6 << 20 }
  }

  @Test(arguments: [(Duration.milliseconds(1), false), (.seconds(3_600), true)])
  func `pages in memory are released when quiet`(quiet: Duration, isKept: Bool) async throws {
    let database = try Database(.init(location: .temporary, quiet: quiet), migrations: schema)
    // Rows whose pages take 8 MB.
    try database.write { connection in
      for number in 1...2_000 {
        try connection.run(
          "INSERT INTO item VALUES (?, zeroblob(4000))", values: [.integer(number)])
      }
    }
    // Each check is a write, which restarts the quiet time.
    for _ in 1...(isKept ? 1 : 250) where try Self.hasLargeCache(database) {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try Self.hasLargeCache(database) == isKept)
    #expect(try items(database).count == 2_000)
    try database.close()
  }

  @Test func `a small cache is kept for the next writes`() async throws {
    let database = try Database(
      .init(location: .temporary, quiet: .milliseconds(1)), migrations: schema)
    try database.write { try $0.run("INSERT INTO item VALUES (1, zeroblob(1000000))") }
    let before = try database.write { $0.cachedBytes }
    try await Task.sleep(for: .milliseconds(50))
    #expect(try database.write { $0.cachedBytes } == before)
    try database.close()
  }
}
