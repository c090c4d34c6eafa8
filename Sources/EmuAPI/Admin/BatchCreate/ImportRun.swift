internal import EmuHTTP
internal import EmuModel
internal import EmuStore
internal import EmuThread

/// Stores the accounts of an import in slices.
// Safety: reads and writes are sequential, and each step passes a lock of the pool or the writer.
final class ImportRun: @unchecked Sendable {
  typealias Failure = BatchCreateResponse.Failure

  /// The number of accounts in one transaction.
  static let accountsPerSlice = 1_000
  /// The number of accounts after which the transaction ends if other writes wait.
  static let turn = 20

  /// A parsed account: one that can be stored, or the reason against it.
  private typealias Account = Result<User, ImportFailure>

  private let rules: BatchCreate.Rules
  private let call: Endpoint.Call
  private var cursor: ImportedUsers.Cursor
  private let count: Int
  /// The accounts of the slice that are not stored yet.
  private var slice: ArraySlice<Account> = []
  /// The index of the first of them in the request.
  private var first = 0
  private var failures: [Failure] = []

  init(
    _ users: ImportedUsers, count: Int, by rules: BatchCreate.Rules, _ call: Endpoint.Call
  ) {
    self.rules = rules
    self.call = call
    self.count = count
    cursor = users.begin()
  }

  /// Reads and stores a slice, and then the others, which a pool's thread reads.
  func start(_ completion: @escaping Deferred.Completion) {
    do {
      slice = try nextSlice()
      write(completion)
    } catch {
      end(error, completion)
    }
  }

  /// Writes a slice, in parts if other writes wait.
  private func write(_ completion: @escaping Deferred.Completion) {
    let store = call.context.services.store
    store.write(
      as: .part,
      { [self] writer in
        let (count, failures) = try put(writer) { store.hasWaitingWrites }
        return { [self] in
          self.failures += failures
          slice = slice.dropFirst(count)
          first += count
          proceed(completion)
        }
      }, failure: { [self] error in end(error, completion) })
  }

  /// Writes the remainder of a slice, or the next one.
  private func proceed(_ completion: @escaping Deferred.Completion) {
    guard slice.isEmpty else { return write(completion) }
    guard first < count else { return completion { self.response() } }
    call.context.services.workers.imports.submit(isContinuation: true) { [self] in
      start(completion)
    } refused: { [self] refusal in
      end(refusal, completion)
    }
  }

  private func nextSlice() throws -> ArraySlice<Account> {
    var accounts: [Account] = []
    accounts.reserveCapacity(Self.accountsPerSlice)
    while accounts.count < Self.accountsPerSlice, let info = try cursor.next() {
      do throws(ImportFailure) {
        accounts.append(.success(try rules.user(info)))
      } catch {
        accounts.append(.failure(error))
      }
    }
    return accounts[...]
  }

  /// Stores the accounts of the slice, until other writes get their turn.
  ///
  /// - Returns: the number of accounts, and the failures among them.
  private func put(
    _ store: WriteTransaction, _ othersWait: () -> Bool
  ) throws -> (count: Int, failures: [Failure]) {
    var (count, failures) = (0, [Failure]())
    for account in slice {
      if count > 0, count % Self.turn == 0, othersWait() { break }
      do {
        try BatchCreate.put(try account.get(), rules, in: call.context.scope, store)
      } catch let failure as ImportFailure {
        failures.append(Failure(index: first + count, message: failure.message))
      }
      count += 1
    }
    return (count, failures)
  }

  // MARK: - Answer

  /// Answers an aborted import: with the error if nothing is stored, otherwise with the accounts
  /// that are missing.
  private func end(_ error: any Error, _ completion: Deferred.Completion) {
    let stored = first - failures.count
    guard stored > 0 else { return completion { self.call.refusal(error) } }
    let reason = (error as? StoreError)?.message ?? "\(error)"
    failures += (first..<count).map { index in
      Failure(index: index, message: "not stored, as the import broke off: \(reason)")
    }
    completion { self.response() }
  }

  private func response() -> Response {
    call.response { try call.response(BatchCreateResponse(error: failures)) }
  }
}
