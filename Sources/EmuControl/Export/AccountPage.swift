internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A page of users in the form of `accounts:batchGet`, as an export folder of the Firebase CLI has them:
/// `{"users": […], "nextPageToken": …}`.
struct AccountPage {
  private static let size = 500

  let text: [UInt8]

  /// - Parameter after: the id of the last user of the page before.
  init(of scope: AccountScope, after: String?, _ reader: ReadTransaction) throws {
    let users = try reader.users(in: scope, after: after, limit: Self.size)
    let accounts = try users.map { user in
      try reader.importedText(of: user).map { Array($0.utf8) } ?? user.accountText
    }
    var page =
      Array("{\"users\":[".utf8) + accounts.joined(separator: [UInt8(ascii: ",")]) + "]".utf8
    if users.count == Self.size, let last = users.last {
      page += ",\"nextPageToken\":\(JSON.string(last.uid).serialized())".utf8
    }
    text = page + "}".utf8
  }
}

extension User {
  /// The user in the form of the official emulator's exports, with every value that an import reads.
  fileprivate var accountText: [UInt8] {
    get throws {
      var account = info(passwords: .shown, secondFactors: .export, shape: .official)
      // Not a value of the user.
      account.version = nil
      account.disabled = disabled || emptyFields.contains(.disabled) ? disabled : nil
      account.passwordUpdatedAt = passwordUpdatedAt.map { Double($0.milliseconds) }
      return try JSONEncoding.encode(account)
    }
  }
}
