internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `accounts:query`: accounts by one condition or all of them, sorted, or just their number.
enum Query: ReadOperation {
  private static let mostUsers = 500

  static func run(
    _ input: QueryRequest, in context: OperationContext, _ store: Reader
  ) throws -> QueryResponse {
    let limit = input.limit ?? mostUsers
    let offset = input.offset ?? 0
    guard (0...mostUsers).contains(limit), offset >= 0 else {
      throw APIError.invalidPageSelection
    }
    // Only the first condition counts, as the API's description says.
    if let condition = input.expression?.first {
      let match = try user(matching: condition, in: context, store)
      return response(
        count: match == nil ? 0 : 1,
        users: offset > 0 || limit == 0 ? [] : match.map { [$0] } ?? [], input, in: context)
    }
    let count = try store.userCount(in: context.scope)
    guard input.returnUserInfo ?? true else {
      return response(count: count, users: [], input, in: context)
    }
    let users = try store.users(
      in: context.scope, sortedBy: sortKey(input.sortBy),
      descending: input.order == .descending, offset: offset, limit: limit)
    return response(count: count, users: users, input, in: context)
  }

  /// The first of address, number and id that is given counts, in this order.
  private static func user(
    matching condition: QueryExpression, in context: OperationContext, _ store: Reader
  ) throws -> User? {
    if let email = ProfileInput.given(condition.email) {
      return try store.user(email: EmailAddress.canonical(email), in: context.scope)
    }
    if let phone = ProfileInput.given(condition.phoneNumber) {
      return try store.user(phoneNumber: phone, in: context.scope)
    }
    return try ProfileInput.given(condition.userId).flatMap {
      try store.user(uid: $0, in: context.scope)
    }
  }

  private static func sortKey(_ field: SortField?) -> Reader.SortKey {
    switch field {
    case .name: .name
    case .createdAt: .createdAt
    case .lastLoginAt: .lastLoginAt
    case .userEmail: .email
    case .userID, .unspecified, nil: .uid
    }
  }

  private static func response(
    count: Int, users: [User], _ input: QueryRequest, in context: OperationContext
  ) -> QueryResponse {
    var response = QueryResponse(recordsCount: String(count))
    if input.returnUserInfo ?? true {
      response.userInfo = users.map { UserInfo($0, passwords: context.passwordView) }
    }
    return response
  }
}
