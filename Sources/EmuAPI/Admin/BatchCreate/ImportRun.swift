internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import EmuThread
internal import EmuWire

/// Stores the accounts of an import, a slice at a time.
// Safety: one step runs at a time, and hands over to the next by way of the pool's or the writer's lock.
final class ImportRun: @unchecked Sendable {
  typealias Failure = BatchCreateResponse.Failure

  /// How many accounts are stored in one transaction, while other writes wait.
  static let slice = 500
  /// From this number of failures on the answer is sent piece by piece.
  private static let manyFailures = 1000

  /// What an account of the request became: one that can be stored, or why not.
  private typealias Account = Result<User, ImportFailure>

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
    do {
      let first = cursor.index
      let (accounts, isLast) = try nextSlice()
      call.context.services.store.write(
        { [rules, scope = call.context.scope] writer in
          try Self.put(accounts, from: first, rules, in: scope, writer)
        },
        completion: { [self] result in
          do {
            failures += try result.get()
            if isLast { completion { self.response() } } else { goOn(completion) }
          } catch {
            completion { self.call.refusal(error) }
          }
        })
    } catch {
      completion { self.call.refusal(error) }
    }
  }

  private func goOn(_ completion: @escaping Deferred.Completion) {
    call.context.services.workers.imports.submit(isContinuation: true) { [self] in
      start(completion)
    } refused: { [self] refusal in
      completion { self.call.refusal(refusal) }
    }
  }

  /// The next accounts, and whether there are no others.
  private func nextSlice() throws -> (accounts: [Account], isLast: Bool) {
    var accounts: [Account] = []
    while accounts.count < Self.slice {
      guard let info = try cursor.next() else { return (accounts, true) }
      do throws(ImportFailure) {
        accounts.append(
          .success(try ImportedUser.read(info, hash: rules.hash, in: call.context)))
      } catch {
        accounts.append(.failure(error))
      }
    }
    return (accounts, cursor.isAtEnd)
  }

  /// Stores one slice.
  private static func put(
    _ accounts: [Account], from first: Int, _ rules: BatchCreate.Rules, in scope: AccountScope,
    _ store: Writer
  ) throws -> [Failure] {
    var failures: [Failure] = []
    for (index, account) in accounts.enumerated() {
      do {
        try BatchCreate.put(try account.get(), rules, in: scope, store)
      } catch let failure as ImportFailure {
        failures.append(Failure(index: first + index, message: failure.message))
      }
    }
    return failures
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
