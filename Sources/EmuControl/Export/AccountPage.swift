internal import EmuCrypto
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
      let text = try user.accountText
      guard let record = try reader.accountRecord(ofUser: user.key), record.isOf(text) else {
        return text
      }
      return Array(record.text.utf8)
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
  var accountText: [UInt8] {
    get throws {
      var account = info(
        UserInfo.View(passwords: .shown, secondFactors: .export, shape: .official))
      // Not a value of the user.
      account.version = nil
      account.disabled = disabled || emptyFields.contains(.disabled) ? disabled : nil
      account.passwordUpdatedAt = passwordUpdatedAt.map { Double($0.milliseconds) }
      return try JSONEncoding.encode(account)
    }
  }
}

// MARK: - Users of imported folders

extension AccountRecord {
  /// Returns true where the user is unchanged since the import, after which an export would have
  /// written this text.
  fileprivate func isOf(_ text: [UInt8]) -> Bool { digest == Digest.sha256.hash(text) }
}

extension WriteTransaction {
  /// Keeps the text that an export folder has of a user, where an export would write another one.
  ///
  /// So an export returns it, with the members that this emulator does not read, and without those
  /// that it adds, until the user changes.
  func keep(_ record: String?, of user: User, _ key: Int64, in scope: AccountScope) throws {
    guard let record else { return }
    var stored = user
    stored.tenantID = scope.tenantID
    let text = try stored.accountText
    guard !text.elementsEqual(record.utf8) else { return }
    try store(AccountRecord(text: record, digest: Digest.sha256.hash(text)), ofUser: key)
  }
}
