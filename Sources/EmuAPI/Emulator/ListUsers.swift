internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET /emulator/v1/projects/{project}/users`: a page of users, all or those that a filter accepts.
enum ListUsers: ReadOperation {
  struct Input: Decodable, Sendable {
    /// A part of uid, address, number or name, or a complete provider id.
    var search: String?
    /// Returns only this user.
    var localId: String?
    /// A provider's id, or `password`, `phone`, `emailLink`, `custom`, `passkey`, `none`.
    var provider: String?
    /// `enabled`, `disabled`, `verified` or `unverified`.
    var state: String?
    /// A kind of second factor: `any`, `phone`, `totp` or `none`.
    var factor: String?
    /// A custom claim by its name, or with its value: `plan=pro`.
    var claim: String?
    /// RFC 3339; users whose last sign-in is not before.
    var signedInSince: String?
    /// RFC 3339; users whose last sign-in is before, or who never signed in.
    var notSignedInSince: String?
    /// `newest`, which is the default, or `oldest`: the order of creation.
    var order: String?
    var pageToken: String?
    var limit: Int?
    /// `true`: the response has the number of all users, which takes long for many users.
    var count: String?
  }

  private static let usualLimit = 50
  /// A page of usual users stays below 200 KB.
  private static let mostUsers = 100

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> UserPage {
    let limit = input.limit ?? usualLimit
    guard (1...mostUsers).contains(limit) else { throw APIError.invalidPageSelection }
    var page: UserPage
    if let uid = ProfileInput.given(input.localId) {
      guard let user = try store.user(uid: uid, in: context.scope) else {
        throw APIError.userNotFound
      }
      page = UserPage(users: [context.info(of: user)])
    } else {
      let found = try store.foundUsers(
        in: context.scope, try filter(of: input), oldestFirst: try isOldestFirst(input),
        after: try position(input.pageToken), limit: limit)
      page = UserPage(users: found.users.map(context.info(of:)))
      page.nextPageToken = found.next.map { String($0) }
    }
    if input.count == "true" { page.count = try store.userCount(in: context.scope) }
    return page
  }

  private static func filter(of input: Input) throws(APIError) -> UserFilter {
    var filter = UserFilter()
    filter.text = unescaped(input.search)
    filter.method = ProfileInput.given(input.provider).map(UserFilter.Method.init)
    filter.state = try choice(input.state, "state")
    filter.factor = try choice(input.factor, "factor")
    filter.claim = ProfileInput.given(input.claim).map { text in
      let name = text.prefix { $0 != "=" }
      let value = name.endIndex < text.endIndex ? String(text[name.endIndex...].dropFirst()) : nil
      return UserFilter.Claim(name: String(name), value: value)
    }
    filter.signedInSince = try time(input.signedInSince, "signedInSince")
    filter.notSignedInSince = try time(input.notSignedInSince, "notSignedInSince")
    return filter
  }

  private static func isOldestFirst(_ input: Input) throws(APIError) -> Bool {
    switch ProfileInput.given(input.order) {
    case nil, "newest": return false
    case "oldest": return true
    default: throw .invalidArgument("order: the value must be newest or oldest.")
    }
  }

  private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ text: String?, _ name: String
  ) throws(APIError) -> Choice? {
    guard let text = ProfileInput.given(text) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let values = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidArgument("\(name): the value must be one of \(values).")
    }
    return choice
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
  private static func unescaped(_ text: String?) -> String? {
    ProfileInput.given(text).map { text in
      text.hasPrefix(" ") ? "+" + text.dropFirst() : text
    }
  }

  private static func position(_ token: String?) throws(APIError) -> Int64? {
    guard let token = ProfileInput.given(token) else { return nil }
    guard let position = Int64(token), position > 0 else { throw .invalidPageSelection }
    return position
  }
}

extension UserFilter.Method {
  fileprivate init(_ name: String) {
    self =
      switch name {
      case "password": .password
      case "phone": .phone
      case "emailLink": .emailLink
      case "custom": .custom
      case "passkey": .passkey
      case "none": .none
      default: .provider(name)
      }
  }
}

/// `DELETE /emulator/v1/projects/{project}/accounts`: deletes every user of a project or tenant.
enum DeleteAllAccounts: WriteOperation {
  struct Input: Decodable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: WriteTransaction
  ) throws -> EmptyMessage {
    try store.deleteUsers(in: context.scope, of: context.services.store)
    return EmptyMessage()
  }
}
