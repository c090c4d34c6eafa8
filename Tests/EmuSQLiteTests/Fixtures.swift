import Dispatch
import EmuSQLite
import EmuTestTools
import Synchronization
import Testing

/// The schema of these tests: a table of keys and values, and one that refers to it.
let schema = [
  Migration("first") { connection throws(DatabaseError) in
    try connection.execute(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, value ANY) STRICT;
      CREATE TABLE note (
        item INTEGER NOT NULL REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED
      ) STRICT;
      CREATE TABLE strict_note (item INTEGER NOT NULL REFERENCES item (id)) STRICT;
      CREATE TABLE named (name TEXT NOT NULL UNIQUE, age INTEGER CHECK (age >= 0)) STRICT;
      """)
  }
]

/// Runs `body` with the path of a database file in a temporary folder.
func withPath<T>(_ body: (String) throws -> T) throws -> T {
  let folder = try TestFolder()
  defer { withExtendedLifetime(folder) {} }
  return try body(folder.path("emulator.sqlite"))
}

func open(_ path: String) throws -> Database {
  try Database(.init(location: .file(path)), migrations: schema)
}

/// Runs `body` with a new database in a temporary folder and its path, and closes it.
func withFile(_ body: (Database, _ path: String) throws -> Void) throws {
  try withPath { path in try withDatabase(at: path) { try body($0, path) } }
}

/// Runs `body` with the database of a file, or a temporary one, and closes it.
func withDatabase<T>(at path: String? = nil, _ body: (Database) throws -> T) throws -> T {
  let database = try path.map(open) ?? Database(.init(location: .temporary), migrations: schema)
  let value = try body(database)
  try database.close()
  return value
}

/// Runs writes in one shared transaction: they queue while the writer is blocked.
///
/// - Returns: the results, in order, as nil or the code of the failure.
func runTogether(
  on database: Database, _ bodies: [@Sendable (Connection) throws -> Void]
) -> [DatabaseError.Code?] {
  let gate = DispatchSemaphore(value: 0)
  let isHeld = DispatchSemaphore(value: 0)
  let done = DispatchGroup()
  let outcomes = Mutex([DatabaseError.Code?](repeating: nil, count: bodies.count))
  done.enter()
  // The writer is blocked before the first body is queued, or it might run some of them earlier.
  database.write(
    { _ in
      isHeld.signal()
      gate.wait()
    }, completion: { _ in done.leave() })
  isHeld.wait()
  for (index, body) in bodies.enumerated() {
    done.enter()
    database.write(body) { result in
      if case .failure(let error) = result {
        outcomes.withLock { $0[index] = (error as? DatabaseError)?.code ?? .other }
      }
      done.leave()
    }
  }
  gate.signal()
  done.wait()
  return outcomes.withLock { $0 }
}

func items(_ database: Database) throws -> [Int64] {
  try database.read { try $0.all("SELECT id FROM item ORDER BY id") { $0.integer(0) } }
}

extension Connection {
  func insert(_ id: Int) throws(DatabaseError) {
    try run("INSERT INTO item VALUES (?, 1)", values: [.integer(id)])
  }
}

/// The code of the `DatabaseError` that `body` throws, or nil.
func code(of body: () throws -> Void) -> DatabaseError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? DatabaseError)?.code
  }
}

func python(_ program: String, _ arguments: String...) throws -> Int32 {
  try Tool.run("python3", ["-c", program] + arguments).status
}

extension Database {
  /// Queues `body` for the writer's thread; `completion` gets its outcome after the commit.
  func write<T: Sendable>(
    as kind: WriteKind = .shared, _ body: @escaping @Sendable (Connection) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    write(
      as: kind,
      { connection in
        let value = try body(connection)
        return { completion(.success(value)) }
      }, failure: { completion(.failure($0)) })
  }
}
