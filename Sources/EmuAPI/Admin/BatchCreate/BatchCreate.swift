internal import EmuCrypto
internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `accounts:batchCreate`: imports accounts; one that cannot be stored does not stop the others.
enum BatchCreate: WriteOperation {
  struct Prepared: Sendable {
    /// What each user of the request became: an account, or why it did not.
    var users: [Result<User, ImportFailure>]
    var allowsOverwrite: Bool
    var checksEmails: Bool
  }

  static func prepare(
    _ input: BatchCreateRequest, in context: OperationContext
  ) throws -> Prepared {
    guard let infos = input.users, !infos.isEmpty else { throw APIError.missingUserAccount }
    let repeatsEmails = context.project.config.allowDuplicateEmails
    if input.allowOverwrite != true { try DuplicateCheck.ids(of: infos) }
    if input.sanityCheck == true {
      if !repeatsEmails { try DuplicateCheck.emails(of: infos) }
      try DuplicateCheck.identities(of: infos)
    }
    let hash = try PasswordHashParameters(input)
    return Prepared(
      users: infos.map { info in
        do throws(ImportFailure) {
          return .success(try ImportedUser.read(info, hash: hash, in: context))
        } catch {
          return .failure(error)
        }
      },
      allowsOverwrite: input.allowOverwrite ?? false,
      checksEmails: !repeatsEmails)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: Writer
  ) throws -> BatchCreateResponse {
    var failures: [BatchCreateResponse.Failure] = []
    for (index, user) in prepared.users.enumerated() {
      do {
        try put(try user.get(), prepared, in: context, store)
      } catch let failure as ImportFailure {
        failures.append(BatchCreateResponse.Failure(index: index, message: failure.message))
      }
    }
    var response = BatchCreateResponse(kind: "identitytoolkit#UploadAccountResponse")
    response.error = failures
    return response
  }

  private static func put(
    _ user: User, _ prepared: Prepared, in context: OperationContext, _ store: Writer
  ) throws {
    let scope = context.scope
    let existing = try store.reader.user(uid: user.uid, in: scope)
    guard existing == nil || prepared.allowsOverwrite else {
      throw ImportFailure("localId belongs to an existing account - can not overwrite.")
    }
    for link in user.links {
      let owner = try store.reader.user(
        providerID: link.providerID, rawID: link.rawID, in: scope)
      if let owner, owner.uid != user.uid {
        throw ImportFailure(
          "raw id exists in other account in database : \(link.providerID):\(link.rawID)")
      }
    }
    if prepared.checksEmails, let email = user.email,
      let owner = try store.reader.user(email: email, in: scope), owner.uid != user.uid
    {
      throw ImportFailure("email exists in other account in database")
    }
    guard let existing else {
      _ = try store.insert(user, in: scope)
      return
    }
    var user = user
    user.inheritEndedSessions(of: existing, at: context.now)
    try store.update(user, from: existing, in: scope)
  }
}

/// Why one account of an import was not stored; the text is for people.
struct ImportFailure: Error, Sendable {
  var message: String

  init(_ message: String) { self.message = message }
}
