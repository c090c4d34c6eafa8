internal import EmuCrypto
internal import EmuHTTP
internal import EmuModel
internal import EmuStore

/// `accounts:batchCreate`: imports accounts; one that cannot be stored does not stop the others.
///
/// The list may have any length, so a long one is read twice, on a thread for long bodies.
/// ``ImportedUsers/check(_:in:)`` first finds errors that reject the whole import. ``ImportRun`` then
/// stores the accounts in slices, each in a separate transaction, with other writes between them. If
/// the process ends, the stored slices remain; the same import with `allowOverwrite` stores the rest.
enum BatchCreate: Operation {
  typealias Input = BatchCreateRequest
  typealias Output = BatchCreateResponse

  /// The member of the request that may have any length.
  static let list = "users"

  struct Rules: Sendable {
    var hash: PasswordHashParameters?
    var allowsOverwrite: Bool
    var context: OperationContext
  }

  static func endpoint(_ name: String, access: Access, input: Endpoint.InputSource) -> Endpoint {
    Endpoint(
      name: name, access: access, input: .list, bodyLimit: 1 << 30, operation: Self.self,
      answer: answer)
  }

  private static func answer(_ call: Endpoint.Call) -> Answer {
    do {
      let context = call.context
      let input = try call.input(BatchCreateRequest.self)
      var users =
        call.list.map { ImportedUsers(in: $0, context.rules) } ?? ImportedUsers(input.users ?? [])
      let count = try users.check(input, in: context)
      let rules = Rules(
        hash: try PasswordHashParameters(input, in: context),
        allowsOverwrite: (input.allowOverwrite ?? false) || context.rules.overwritesImports,
        context: context)
      let run = ImportRun(users, count: count, by: rules, call)
      return .later(Deferred { run.start($0) })
    } catch {
      return .ready(call.refusal(error))
    }
  }

  /// Stores one account, unless another account has its address, number or identity.
  ///
  /// - Throws: `ImportFailure`; the errors of the store.
  static func put(
    _ user: User, _ rules: Rules, in scope: AccountScope, _ store: WriteTransaction
  ) throws {
    do {
      try store.store(user, in: scope)
    } catch let conflicts as UserConflicts {
      let existing = conflicts.owner(of: .uid(user.uid))
      let others = conflicts.all.filter { $0.owner.key != existing?.key }.map(\.value)
      if let number = user.phoneNumber, others.contains(.phoneNumber(number)) {
        throw ImportFailure("phone number exists in other account in database")
      }
      guard existing == nil || rules.allowsOverwrite else {
        rules.context.explainImportedID()
        throw ImportFailure("localId belongs to an existing account - can not overwrite.")
      }
      for case .identity(let provider, let rawID) in others {
        throw ImportFailure("raw id exists in other account in database : \(provider):\(rawID)")
      }
      guard others.isEmpty else {
        throw ImportFailure("email exists in other account in database")
      }
      guard let existing else { throw conflicts }
      var user = user
      user.inheritEndedSessions(of: existing, at: rules.context.now)
      try store.store(user, over: existing, in: scope)
    }
  }
}

extension OperationContext {
  func explainImportedID() {
    guard explanation.count < 100 else { return }
    explain(
      .importedID, "production overwrites an account of the same id unasked",
      production: "overwrites")
  }
}

/// The reason why one account of an import was not stored, as readable text.
struct ImportFailure: Error, Sendable {
  var message: String

  init(_ message: String) { self.message = message }
}
