internal import EmuModel
internal import EmuStore

/// `accounts:query`: returns accounts by one condition or all accounts, sorted; or only their
/// number.
enum Query: ReadOperation {
  private static let mostUsers = 500

  static func run(
    _ input: QueryRequest, in context: OperationContext, _ store: ReadTransaction
  ) throws -> QueryResponse {
    let limit = min(input.limit ?? mostUsers, mostUsers)
    let offset = input.offset ?? 0
    let returnsUsers = input.returnUserInfo ?? true
    guard limit >= 0, offset >= 0 else { throw APIError.negativePage }
    guard input.limit ?? 0 <= mostUsers || context.rules.limitsQueries else {
      context.explain(
        .inputCheck, "production returns \(mostUsers) users for a higher limit",
        production: "returns \(mostUsers) users")
      throw APIError.invalidPageSelection
    }
    // Only the first condition applies, as the API's description says.
    if let condition = input.expression?.first,
      [condition.email, condition.phoneNumber, condition.userId].contains(where: {
        $0.given != nil
      })
    {
      let matches = try user(matching: condition, in: context, store).map { [$0] } ?? []
      guard returnsUsers else { return QueryResponse(recordsCount: String(matches.count)) }
      return response(Array(matches.dropFirst(offset).prefix(limit)), in: context)
    }
    guard returnsUsers else {
      return QueryResponse(recordsCount: String(try store.userCount(in: context.scope)))
    }
    let users = try store.users(
      in: context.scope, sortedBy: sortKey(input.sortBy),
      descending: input.order == .descending, offset: offset, limit: limit)
    return response(users, in: context)
  }

  /// Returns the match of the first present value of address, number and id.
  private static func user(
    matching condition: QueryExpression, in context: OperationContext, _ store: ReadTransaction
  ) throws -> User? {
    if let email = condition.email.given {
      return try store.user(email: EmailAddress.canonical(email), in: context.scope)
    }
    if let phone = condition.phoneNumber.given {
      let number = context.rules.phoneNumber(phone) ?? phone
      return try store.user(phoneNumber: number, in: context.scope)
    }
    return try condition.userId.given.flatMap {
      try store.user(uid: $0, in: context.scope)
    }
  }

  private static func sortKey(_ field: SortField?) -> ReadTransaction.SortKey {
    switch field {
    case .name: .name
    case .createdAt: .createdAt
    case .lastLoginAt: .lastLoginAt
    case .userEmail: .email
    case .userID, .unspecified, nil: .uid
    }
  }

  /// Returns the response. With accounts, the count is theirs; without, it is that of all matches.
  private static func response(
    _ users: [User], in context: OperationContext
  ) -> QueryResponse {
    QueryResponse(recordsCount: String(users.count), userInfo: users.map(context.info(of:)))
  }
}
