internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import EmuThread
internal import EmuWire

/// Stores the accounts of an import, a slice at a time; the next slice is read while one is written.
// Safety: slices are read one after the other and written one after the other, and each step hands over
// by way of the pool's, the writer's or the monitor's lock. Reading has the cursor, writing the failures.
final class ImportRun: @unchecked Sendable {
  typealias Failure = BatchCreateResponse.Failure

  /// How many accounts are stored in one transaction.
  static let slice = 1_000
  /// After how many of them the transaction ends if other writes wait.
  static let turn = 20
  /// From this number of failures on the answer is sent piece by piece.
  private static let manyFailures = 1000

  /// What an account of the request became: one that can be stored, or why not.
  private typealias Account = Result<User, ImportFailure>

  private struct Slice: Sendable {
    var accounts: ArraySlice<Account>
    /// The rows of those that can be stored.
    var rows: UserRows.Cursor
    /// The number of accounts of the request before the first.
    var first: Int
    var isLast: Bool

    /// The slice without what was stored of it; nil where nothing is left.
    func rest(after part: Part) -> Slice? {
      guard part.count < accounts.count else { return nil }
      return Slice(
        accounts: accounts.dropFirst(part.count), rows: part.rows, first: first + part.count,
        isLast: isLast)
    }
  }

  /// What became of a slice's first accounts.
  private struct Part: Sendable {
    var count = 0
    /// Stand behind the rows that were stored.
    var rows: UserRows.Cursor
    var failures: [Failure] = []
  }

  /// Where the slice behind the one that is written is.
  private enum Next: Sendable {
    case isRead
    case isWaitedFor
    case isReady(Result<Slice, any Error>)
  }

  private let rules: BatchCreate.Rules
  private let call: Endpoint.Call
  private let unknownFields: [String]
  private var cursor: ImportedUsers.Cursor
  private var failures: [Failure] = []

  init(
    _ users: ImportedUsers, by rules: BatchCreate.Rules, _ call: Endpoint.Call,
    unknownFields: [String]
  ) {
    self.rules = rules
    self.call = call
    self.unknownFields = unknownFields
    cursor = users.begin()
  }

  /// Reads the first slice on the caller's thread and returns; further ones are read by a pool's.
  func start(_ completion: @escaping Deferred.Completion) {
    store(Result { try nextSlice() }, completion)
  }

  private func store(
    _ slice: Result<Slice, any Error>, _ completion: @escaping Deferred.Completion
  ) {
    let written: Slice
    do { written = try slice.get() } catch { return completion { self.call.refusal(error) } }
    let next = Monitor(Next.isRead)
    write(written, next, completion)
    if !written.isLast { readAhead(next, completion) }
  }

  /// Writes a slice, in parts if others wait to write.
  private func write(
    _ slice: Slice, _ next: Monitor<Next>, _ completion: @escaping Deferred.Completion
  ) {
    let store = call.context.services.store
    store.writePart(
      { [rules, scope = call.context.scope] writer in
        try Self.put(slice, rules, in: scope, writer) { store.hasWaitingWrites }
      },
      completion: { [self] result in
        do {
          let part = try result.get()
          failures += part.failures
          if let rest = slice.rest(after: part) { return write(rest, next, completion) }
        } catch {
          return completion { self.call.refusal(error) }
        }
        if slice.isLast { return completion { self.response() } }
        let ready = next.withLock { next -> Result<Slice, any Error>? in
          if case .isReady(let slice) = next { return slice }
          next = .isWaitedFor
          return nil
        }
        if let ready { self.store(ready, completion) }
      })
  }

  /// Reads a slice meanwhile, and stores it if the one before is written by then.
  private func readAhead(_ next: Monitor<Next>, _ completion: @escaping Deferred.Completion) {
    let deliver = { @Sendable [self] (slice: Result<Slice, any Error>) in
      let isWaitedFor = next.withLock { next in
        if case .isWaitedFor = next { return true }
        next = .isReady(slice)
        return false
      }
      if isWaitedFor { store(slice, completion) }
    }
    call.context.services.workers.imports.submit(isContinuation: true) { [self] in
      deliver(Result { try nextSlice() })
    } refused: { refusal in
      deliver(.failure(refusal))
    }
  }

  private func nextSlice() throws -> Slice {
    let first = cursor.index
    var accounts: [Account] = []
    accounts.reserveCapacity(Self.slice)
    var rows = UserRows(capacity: Self.slice)
    var isLast = false
    while accounts.count < Self.slice {
      guard let info = try cursor.next() else {
        isLast = true
        break
      }
      do throws(ImportFailure) {
        let user = try ImportedUser.read(info, hash: rules.hash, in: call.context)
        rows.append(user)
        accounts.append(.success(user))
      } catch {
        accounts.append(.failure(error))
      }
    }
    return Slice(
      accounts: accounts[...], rows: UserRows.Cursor(rows), first: first,
      isLast: isLast || cursor.isAtEnd)
  }

  /// Stores the accounts of one slice, as many as there are before others have their turn.
  private static func put(
    _ slice: Slice, _ rules: BatchCreate.Rules, in scope: AccountScope, _ store: Writer,
    _ othersWait: () -> Bool
  ) throws -> Part {
    var part = Part(rows: slice.rows)
    for account in slice.accounts {
      if part.count > 0, part.count % turn == 0, othersWait() { break }
      do {
        try BatchCreate.put(try account.get(), &part.rows, rules, in: scope, store)
      } catch let failure as ImportFailure {
        part.failures.append(
          Failure(index: slice.first + part.count, message: failure.message))
      }
      part.count += 1
    }
    return part
  }

  // MARK: - Answer

  private func response() -> Response {
    guard failures.count < Self.manyFailures else {
      return call.annotated(
        .stream(stream(), type: "application/json; charset=utf-8"), unknownFields: unknownFields)
    }
    return call.response {
      var output = BatchCreateResponse(kind: "identitytoolkit#UploadAccountResponse")
      output.error = failures
      return try call.response(output, unknownFields: unknownFields)
    }
  }

  /// The failures while the client takes them.
  private func stream() -> ResponseStream {
    let failures = failures
    let next = Monitor<Int?>(nil)
    return ResponseStream(pulling: {
      next.update { next in
        guard let start = next else {
          next = 0
          return .bytes(
            Array(#"{"kind":"identitytoolkit#UploadAccountResponse","error":["#.utf8))
        }
        guard start < failures.count else {
          defer { next = .max }
          return start == .max ? .end : .bytes(Array("]}".utf8))
        }
        let end = min(start + Self.manyFailures, failures.count)
        next = end
        var text: [UInt8] = start == 0 ? [] : [UInt8(ascii: ",")]
        for (index, failure) in failures[start..<end].enumerated() {
          if index > 0 { text.append(UInt8(ascii: ",")) }
          guard let encoded = try? JSONEncoding.encode(failure) else { return .abort }
          text += encoded
        }
        return .bytes(text)
      }
    })
  }
}
