internal import EmuJOSE
internal import EmuModel
internal import EmuThread
internal import EmuWire

/// Goes through an import before anything of it is stored: what is wrong with one account's form, or with
/// two accounts together, refuses all of it.
// Safety: one step runs at a time, and hands over to the next by way of the pool's lock.
final class ImportScan: @unchecked Sendable {
  /// What is known of the accounts then.
  struct Findings {
    var count: Int
    /// The accounts, for another pass.
    var users: ImportedUsers
    var duplicates: DuplicateCheck
    var unknownFields: [String]
  }

  /// How many accounts are read before others have their turn.
  private static let step = 1000
  /// How many unknown fields are named; each account may have the same.
  private static let mostFields = 100

  private var users: ImportedUsers
  /// Those that are kept of the first pass.
  private var kept: [UserInfo] = []
  private var cursor: ImportedUsers.Cursor
  private var duplicates: DuplicateCheck
  private var unknownFields: [String]
  /// Whether a hash or a salt that is no base64 refuses the import.
  private let checksHashes: Bool

  init(
    _ users: ImportedUsers, duplicates: DuplicateCheck, checksHashes: Bool,
    unknownFields: [String]
  ) {
    self.users = users
    self.duplicates = duplicates
    self.checksHashes = checksHashes
    self.unknownFields = unknownFields
    cursor = users.begin()
  }

  /// Goes through all accounts: here and now when they are in memory, else on a pool's thread.
  ///
  /// - Parameter completion: called once, with what the body's form, or reading it, has wrong.
  func start(
    on pool: WorkerPool, _ completion: @escaping @Sendable (Result<Findings, any Error>) -> Void
  ) {
    if users.areInMemory {
      completion(
        Result {
          while true { if let findings = try findings(going: .max) { return findings } }
        })
    } else {
      goOn(pool, completion)
    }
  }

  private func goOn(
    _ pool: WorkerPool, _ completion: @escaping @Sendable (Result<Findings, any Error>) -> Void
  ) {
    pool.submit(isContinuation: true) { [self] in
      do {
        guard let findings = try findings(going: Self.step) else { return goOn(pool, completion) }
        completion(.success(findings))
      } catch {
        completion(.failure(error))
      }
    } refused: { refusal in
      completion(.failure(refusal))
    }
  }

  /// Reads some more; nil while there are others, or they have to be read once more.
  private func findings(going count: Int) throws -> Findings? {
    for _ in 0..<count {
      guard let user = try cursor.next() else {
        if users.areToBeKept { users = ImportedUsers(kept) }
        // There may be more names than are compared at once: then the next part of them is.
        guard duplicates.beginNextRun() else { return findings() }
        cursor = users.begin()
        return nil
      }
      if checksHashes, duplicates.isFirstRun { try Self.check(user, at: cursor.index - 1) }
      duplicates.take(user)
      if users.areToBeKept { kept.append(user) }
      let room = Self.mostFields - unknownFields.count
      if duplicates.isFirstRun, room > 0 { unknownFields += cursor.unknownFields.prefix(room) }
    }
    return nil
  }

  private static func check(_ user: UserInfo, at index: Int) throws(APIError) {
    // An emulator's export goes back in as it came out.
    guard user.passwordHash.map(StoredPassword.isClear) != true else { return }
    for (field, text) in [("password", user.passwordHash), ("salt", user.salt)] {
      guard let text, Base64URL.decode(text, lenient: true) == nil else { continue }
      throw .notBase64(text, at: "users[\(index)].\(field)")
    }
  }

  private func findings() -> Findings {
    Findings(
      count: cursor.index, users: users, duplicates: duplicates, unknownFields: unknownFields)
  }
}
