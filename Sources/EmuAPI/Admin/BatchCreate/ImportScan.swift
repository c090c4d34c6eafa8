internal import EmuCrypto
internal import EmuModel
internal import EmuThread

/// Checks an import before any account is stored. A malformed account or a conflict between two
/// accounts rejects the whole import.
// Safety: one step runs at a time, and each passes the pool's lock.
final class ImportScan: @unchecked Sendable {
  struct Findings {
    var count: Int
    /// The accounts, for another pass.
    var users: ImportedUsers
    var duplicates: DuplicateCheck
  }

  /// The number of accounts in one step; other work runs between two steps.
  private static let step = 1000
  /// The limit of reported unknown fields; each account may have the same ones.
  private static let mostFields = 100

  /// The number of accounts that the first pass keeps, so that those of most bodies are read once.
  private static let mostKept = 2000

  private let users: ImportedUsers
  private var kept: [UserInfo] = []
  private var cursor: ImportedUsers.Cursor
  private var duplicates: DuplicateCheck
  private let explanation: Explanation

  init(
    _ users: ImportedUsers, duplicates: DuplicateCheck, explanation: Explanation
  ) {
    self.users = users
    self.duplicates = duplicates
    self.explanation = explanation
    cursor = users.begin()
  }

  /// Scans all accounts: on the caller's thread if they are in memory, otherwise on a pool's
  /// thread.
  ///
  /// - Parameter completion: called once, with the findings or the error.
  func start(
    on pool: WorkerPool, _ completion: @escaping @Sendable (Result<Findings, any Error>) -> Void
  ) {
    if users.areInMemory {
      completion(
        Result {
          while true { if let findings = try findings(going: .max) { return findings } }
        })
    } else {
      resume(pool, completion)
    }
  }

  private func resume(
    _ pool: WorkerPool, _ completion: @escaping @Sendable (Result<Findings, any Error>) -> Void
  ) {
    pool.submit(isContinuation: true) { [self] in
      do {
        guard let findings = try findings(going: Self.step) else { return resume(pool, completion) }
        completion(.success(findings))
      } catch {
        completion(.failure(error))
      }
    } refused: { refusal in
      completion(.failure(refusal))
    }
  }

  /// Reads up to `count` accounts; returns nil until the scan is complete.
  private func findings(going count: Int) throws -> Findings? {
    for _ in 0..<count {
      guard let user = try cursor.next() else { return findings() }
      duplicates.compare(user)
      if kept.count < Self.mostKept, !users.areDecoded { kept.append(user) }
      guard !cursor.unknownFields.isEmpty else { continue }
      let room = Self.mostFields - explanation.unknownFields.count
      if room > 0 { explanation.add(unknownFields: Array(cursor.unknownFields.prefix(room))) }
    }
    return nil
  }

  private func findings() -> Findings {
    Findings(
      count: cursor.index, users: kept.count == cursor.index ? ImportedUsers(kept) : users,
      duplicates: duplicates)
  }
}
