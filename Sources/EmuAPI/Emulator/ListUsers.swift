internal import EmuModel
internal import EmuStore

/// `GET /emulator/v1/projects/{project}/users`.
enum ListUsers: ReadOperation, DescribedCall {
  static let about =
    "Returns users, the newest first, or those that its filters accept; a page may be empty before the last."
  static let query = [
    "search":
      "a part of uid, address, number or name, in any case, or the complete id of a provider",
    "localId": "the user with this uid alone",
    "provider":
      "a way to sign in: the id of a provider, or password, phone, emailLink, custom, passkey, none",
    "state": words(UserFilter.State.self),
    "factor": "a kind of second factor: \(words(UserFilter.Factor.self))",
    "claim": "a custom claim by its name, or with its value: plan=pro",
    "signedInSince": "only users whose last sign-in is not before this time (RFC 3339)",
    "notSignedInSince":
      "only users whose last sign-in is before this time (RFC 3339), or who never signed in",
    "order": "\(words(Order.self)), by creation; default newest",
    "pageToken": "nextPageToken of the page before",
    "limit": "the maximum number, from 1 to \(maximumLimit); default \(defaultLimit)",
    "count": "true for the number of all users, which takes long for many users",
  ]

  struct Input: Decodable, Sendable {
    var search: String?
    var localId: String?
    var provider: String?
    var state: String?
    var factor: String?
    var claim: String?
    var signedInSince: String?
    var notSignedInSince: String?
    var order: String?
    var pageToken: String?
    var limit: Int?
    var count: Bool?
  }

  enum Order: String, CaseIterable {
    case newest, oldest
  }

  static let defaultLimit = 50
  /// A page of ordinary users stays below 200 KB.
  static let maximumLimit = 100

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> UserPage {
    let limit = input.limit ?? defaultLimit
    try check(limit, atMost: maximumLimit)
    var page: UserPage
    if let uid = input.localId {
      let user = try store.user(uid: uid, in: context.scope)
      page = UserPage(users: user.map { [context.info(of: $0)] } ?? [])
    } else {
      let found = try store.foundUsers(
        in: context.scope, try filter(of: input),
        oldestFirst: try choice(input.order, "order") == Order.oldest,
        after: try position(input.pageToken), limit: limit)
      page = UserPage(users: found.users.map(context.info(of:)))
      page.nextPageToken = found.next.map { String($0) }
    }
    if input.count == true { page.count = try store.userCount(in: context.scope) }
    return page
  }

  private static func filter(of input: Input) throws(APIError) -> UserFilter {
    var filter = UserFilter()
    filter.text = unescaped(input.search)
    filter.method = input.provider.given
    filter.state = try choice(input.state, "state")
    filter.factor = try choice(input.factor, "factor")
    filter.claim = input.claim.given.map { text in
      let name = text.prefix { $0 != "=" }
      let value = name.endIndex < text.endIndex ? String(text[name.endIndex...].dropFirst()) : nil
      return UserFilter.Claim(name: String(name), value: value)
    }
    filter.signedInSince = try time(input.signedInSince, "signedInSince")
    filter.notSignedInSince = try time(input.notSignedInSince, "notSignedInSince")
    return filter
  }

  private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ text: String?, _ name: String
  ) throws(APIError) -> Choice? {
    guard let text = text.given else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw .invalidArgument("\(name): the value must be \(words(Choice.self)).")
    }
    return choice
  }

  /// Returns the values of a choice: `any, phone, totp or none`.
  static func words<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> String
  {
    let values = Choice.allCases.map(\.rawValue)
    return values.dropLast().joined(separator: ", ") + " or \(values.last ?? "")"
  }

  /// Rejects a number of elements that a page cannot have.
  static func check(_ limit: Int, atMost most: Int) throws(APIError) {
    guard (1...most).contains(limit) else {
      throw .invalidArgument("limit: the value must be a whole number from 1 to \(most).")
    }
  }

  private static func time(_ text: String?, _ name: String) throws(APIError) -> Timestamp? {
    guard let text = unescaped(text) else { return nil }
    guard let time = Timestamp(rfc3339: text) else {
      throw .invalidArgument(
        "\(name): the value must be a time of RFC 3339, such as 2027-01-15T08:00:00Z.")
    }
    return time
  }

  /// Returns the text. An unescaped plus of a number arrives as a space.
  static func unescaped(_ text: String?) -> String? {
    text.given.map { text in
      text.hasPrefix(" ") ? "+" + text.dropFirst() : text
    }
  }

  private static func position(_ token: String?) throws(APIError) -> Int64? {
    guard let token = token.given else { return nil }
    guard let position = Int64(token), ![0, .min].contains(position) else {
      throw .invalidArgument("pageToken: the value must be nextPageToken of a page.")
    }
    return position
  }
}

/// `DELETE /emulator/v1/projects/{project}/accounts`.
enum DeleteAllAccounts: WriteOperation, DescribedCall {
  static let about = "Removes every account of a project or a tenant."

  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: WriteTransaction
  ) throws -> EmptyMessage {
    try store.deleteUsers(in: context.scope, of: context.services.store)
    return EmptyMessage()
  }
}

struct UserPage: Codable, Sendable {
  /// The newest first; users whose identifiers begin with the text of a search come before all
  /// others.
  var users: [UserInfo]
  /// Absent on the last page; a page may be empty before.
  var nextPageToken: String?
  /// The total number of users, if the request requires it.
  var count: Int?
}
