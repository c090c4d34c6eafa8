internal import EmuJSON
internal import EmuModel
internal import EmuStore

extension ReadTransaction {
  /// Returns users in the form of `accounts:batchGet`, as an export folder of the Firebase CLI has
  /// them: `{"users": […], "nextPageToken": …}`.
  ///
  /// - Parameters:
  ///   - uid: the id of the only user; nil for a page of all.
  ///   - after: the id of the last user of the page before.
  func accountPage(
    of scope: AccountScope, uid: String?, after: String?, _ passwords: ExportedPasswords
  ) throws -> [UInt8] {
    let size = 500
    let users =
      try uid.map { try user(uid: $0, in: scope).map { [$0] } ?? [] }
      ?? users(in: scope, after: after, limit: size)
    let accounts = try users.map { user in
      if passwords == .hashed, user.password?.clearText != nil {
        var user = user
        user.password = user.password?.hashed(saltPrefix: StoredPassword.hashedSaltPrefix)
        return try user.accountText
      }
      let text = try importedText(of: user).map { try JSON(parsing: $0).serializedBytes() }
      return try text ?? user.accountText
    }
    var page =
      Array("{\"users\":[".utf8) + accounts.joined(separator: [UInt8(ascii: ",")]) + "]".utf8
    if users.count == size, let last = users.last {
      page += ",\"nextPageToken\":\(JSON.string(last.uid).serialized())".utf8
    }
    return page + "}".utf8
  }
}

extension User {
  /// The user in the form of the official emulator's exports, with every value that an import reads.
  fileprivate var accountText: [UInt8] {
    get throws {
      var account = info(showsPassword: true, secondFactors: .export, shape: .official)
      // Not a value of the user.
      account.version = nil
      account.disabled = disabled || emptyFields.contains(.disabled) ? disabled : nil
      account.passwordUpdatedAt = passwordUpdatedAt.map { Double($0.milliseconds) }
      return try JSONEncoding.encode(account)
    }
  }
}
