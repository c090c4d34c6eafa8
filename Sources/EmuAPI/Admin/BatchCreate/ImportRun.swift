internal import EmuHTTP
internal import EmuModel
internal import EmuStore
internal import EmuThread

/// Stores the accounts of an import in slices.
// Safety: reads and writes are sequential, and each step passes a lock of the pool or the writer.
final class ImportRun: @unchecked Sendable {
  typealias Failure = BatchCreateResponse.Failure

  /// The number of accounts in one transaction.
  static let slice = 1_000
  /// The number of accounts after which the transaction ends if other writes wait.
  static let turn = 20
  /// The number of failures from which the response is streamed.
  private static let manyFailures = 1000

  /// A parsed account: one that can be stored, or the reason against it.
  private typealias Account = Result<User, ImportFailure>

  private struct Slice: Sendable {
    var accounts: ArraySlice<Account>
    /// The index of the first account in the request.
    var first: Int
  }

  /// The result for the first accounts of a slice.
  private struct Part: Sendable {
    var count = 0
    var failures: [Failure] = []
  }

  private let rules: BatchCreate.Rules
  private let call: Endpoint.Call
  private var cursor: ImportedUsers.Cursor
  private let count: Int
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
      write(try nextSlice(), completion)
    } catch {
      end(error, at: cursor.index, completion)
    }
  }

  /// Writes a slice, in parts if other writes wait.
  private func write(_ slice: Slice, _ completion: @escaping Deferred.Completion) {
    let store = call.context.services.store
    store.write(
      as: .part,
      { [self] writer in
        let part = try Self.put(slice, rules, in: call.context.scope, writer) {
          store.hasWaitingWrites
        }
        return { [self] in proceed(after: part, of: slice, completion) }
      }, failure: { [self] error in end(error, at: slice.first, completion) })
  }

  /// Writes the remainder of a slice, or the next one.
  private func proceed(
    after part: Part, of slice: Slice, _ completion: @escaping Deferred.Completion
  ) {
    failures += part.failures
    let rest = Slice(
      accounts: slice.accounts.dropFirst(part.count), first: slice.first + part.count)
    guard rest.accounts.isEmpty else { return write(rest, completion) }
    guard rest.first < count else { return completion { self.response() } }
    call.context.services.workers.imports.submit(isContinuation: true) { [self] in
      start(completion)
    } refused: { [self] refusal in
      end(refusal, at: cursor.index, completion)
    }
  }

  private func nextSlice() throws -> Slice {
    let first = cursor.index
    var accounts: [Account] = []
    accounts.reserveCapacity(Self.slice)
    while accounts.count < Self.slice, let info = try cursor.next() {
      do throws(ImportFailure) {
        accounts.append(.success(try rules.user(info)))
      } catch {
        accounts.append(.failure(error))
      }
    }
    return Slice(accounts: accounts[...], first: first)
  }

  /// Stores the accounts of one slice, until other writes get their turn.
  private static func put(
    _ slice: Slice, _ rules: BatchCreate.Rules, in scope: AccountScope, _ store: WriteTransaction,
    _ othersWait: () -> Bool
  ) throws -> Part {
    var part = Part()
    for account in slice.accounts {
      if part.count > 0, part.count % turn == 0, othersWait() { break }
      do {
        try BatchCreate.put(try account.get(), rules, in: scope, store)
      } catch let failure as ImportFailure {
        part.failures.append(
          Failure(index: slice.first + part.count, message: failure.message))
      }
      part.count += 1
    }
    return part
  }

  // MARK: - Answer

  /// Answers an aborted import: with the error if nothing is stored, otherwise with the accounts
  /// that are missing.
  ///
  /// - Parameter first: the index of the first account that the error affects.
  private func end(_ error: any Error, at first: Int, _ completion: Deferred.Completion) {
    let stored = first - failures.count
    guard stored > 0 else { return completion { self.call.refusal(error) } }
    let reason = (error as? StoreError)?.message ?? "\(error)"
    failures += (first..<max(first, count)).map { index in
      Failure(index: index, message: "not stored, as the import broke off: \(reason)")
    }
    completion { self.response() }
  }

  private func response() -> Response {
    guard failures.count < Self.manyFailures else {
      return call.annotated(.stream(stream(), type: "application/json; charset=utf-8"))
    }
    return call.response { try call.response(BatchCreateResponse(error: failures)) }
  }

  /// Streams the failures as the client receives them.
  private func stream() -> ResponseStream {
    let rest = Monitor(failures[...])
    return .list(kind: BatchCreateResponse().kind, "error") {
      rest.update { rest in
        defer { rest = rest.dropFirst(Self.manyFailures) }
        return Array(rest.prefix(Self.manyFailures))
      }
    }
  }
}
