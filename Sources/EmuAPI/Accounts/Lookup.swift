internal import EmuModel
internal import EmuStore

/// `accounts:lookup`: the account of an ID token, or any accounts for an administrator.
enum Lookup: ReadOperation {
  static func run(
    _ input: LookupRequest, in context: OperationContext, _ store: ReadTransaction
  ) throws -> LookupResponse {
    let users =
      context.caller.isAdmin && input.idToken.given == nil
      ? try everyone(input, in: context, store)
      : [
        try context.user(
          of: context.presented(idToken: ProfileInput.idToken(input.idToken)), store)
      ]
    return LookupResponse(users: users.isEmpty ? nil : users.map(context.info(of:)))
  }

  /// Returns the users that match any of the keys, each once, in the order of the keys.
  private static func everyone(
    _ input: LookupRequest, in context: OperationContext, _ store: ReadTransaction
  ) throws -> [User] {
    let selectors: [[Any]?] = [
      input.localId, input.email, input.phoneNumber, input.initialEmail, input.federatedUserId,
    ]
    try context.checkStrictly(
      selectors.contains { $0?.isEmpty == false }, reason: "the request names no user",
      otherwise: .missingIDToken)
    var found: [User] = []
    var seen: Set<Int64> = []
    func add(_ user: User?) {
      if let user, seen.insert(user.key).inserted { found.append(user) }
    }
    let scope = context.scope
    for uid in input.localId ?? [] { add(try store.user(uid: uid, in: scope)) }
    for email in input.email ?? [] {
      try store.users(email: EmailAddress.canonical(email), in: scope).forEach(add)
    }
    for text in input.phoneNumber ?? [] {
      let number = context.rules.phoneNumber(text) ?? text
      add(try store.user(phoneNumber: number, in: scope))
    }
    for email in input.initialEmail ?? [] {
      add(try store.user(initialEmail: EmailAddress.canonical(email), in: scope))
    }
    for identity in input.federatedUserId ?? [] {
      guard let provider = identity.providerId, let rawID = identity.rawId else { continue }
      add(try store.user(providerID: provider, rawID: rawID, in: scope))
    }
    return found
  }
}
