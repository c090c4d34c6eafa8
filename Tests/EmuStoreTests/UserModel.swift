import EmuSQLite
import EmuTestTools
import Testing

@testable import EmuModel
@testable import EmuStore

/// A store beside a plain list of its users, both changed in the same way.
struct UserModel {
  private struct Undone: Error {}

  /// A user as the list has it.
  struct Entry {
    var user: User
    /// The order in which users received their addresses.
    var emailOrder: Int
  }

  // The last two of each are equal to Swift, and different bytes.
  private static let uids = ["U1"] + (0..<22).map { "u\($0)" } + ["u\u{E9}", "ue\u{301}"]
  private static let emails =
    (0..<8).map { "e\($0)@x.test" } + ["\u{E9}@x.test", "e\u{301}@x.test"]
  private static let rawIDs = (0..<8).map { "r\($0)" } + ["r\u{E9}", "re\u{301}"]
  private static let numbers = (0..<4).map { "+1555000\($0)" }
  private static let providers = ["apple.com", "google.com"]

  private var generator: SeededGenerator
  private let open: () throws -> Store
  private var store: Store
  /// Users of the second may share addresses.
  private let scopes: [AccountScope]
  /// Those of each scope.
  private var entries: [[Entry]] = [[], []]
  /// The users in the snapshot of all projects, and in that of the first scope's project.
  private var snapshots: [String: [[Entry]]] = [:]
  private var acquired = 0
  /// The number of rows of users stored so far.
  private var stored: Int64 = 0

  init(seed: Int, _ open: @escaping () throws -> Store) throws {
    generator = SeededGenerator(seed: seed)
    self.open = open
    store = try open()
    var shared = try store.scope("q")
    shared.allowsDuplicateEmails = true
    scopes = [try store.scope("p"), shared]
  }

  func close() throws { try store.close() }

  // MARK: - Changes

  mutating func change() throws {
    let index = Int.random(in: 0...1, using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<40: try insert(newUser(), index)
    case 40..<58: try update(index)
    case 58..<68: try delete(index)
    case 68..<76: try recreate(index)
    case 76..<81: undo(index)
    case 81..<85: try insertInAttempt(index)
    case 85..<87: try load(index)
    case 87..<89: try empty(index)
    case 89..<91: try reopen()
    case 91..<95: try makeSnapshot()
    case 95..<97: try restoreSnapshot()
    default: try touch(index)
    }
  }

  private mutating func newUser() -> User {
    var user = User(uid: Self.uids.randomElement(using: &generator) ?? "", createdAt: noon)
    setKeys(of: &user)
    return user
  }

  private mutating func setKeys(of user: inout User) {
    let email = Self.emails.randomElement(using: &generator)
    user.email = Bool.random(using: &generator) ? email : nil
    user.phoneNumber =
      Int.random(in: 0..<3, using: &generator) == 0
      ? Self.numbers.randomElement(using: &generator) : nil
    user.links = []
    for provider in Self.providers where Int.random(in: 0..<3, using: &generator) == 0 {
      let rawID = Self.rawIDs.randomElement(using: &generator) ?? ""
      let other = Self.emails.randomElement(using: &generator)
      let address = Bool.random(using: &generator) ? email : other
      user.links.append(ProviderLink(providerID: provider, rawID: rawID, email: address))
    }
    user.providerOrder = []
  }

  private func isUnique(_ user: User, _ index: Int) -> Bool {
    !entries[index].map(\.user).contains { other in
      other.key != user.key
        && (same(other.uid, user.uid)
          || index == 0 && user.email != nil && same(other.email, user.email)
          || user.phoneNumber != nil && other.phoneNumber == user.phoneNumber
          || other.links.contains { same(user.link(to: $0.providerID)?.rawID, $0.rawID) })
    }
  }

  private mutating func append(_ user: User, _ index: Int) {
    acquired += 1
    stored += 1
    entries[index].append(Entry(user: user, emailOrder: acquired))
  }

  private mutating func insert(_ user: User, _ index: Int) throws {
    let scope = scopes[index]
    guard isUnique(user, index) else {
      if Bool.random(using: &generator) {
        #expect(throws: UserConflicts.self) { try store.write { try $0.store(user, in: scope) } }
      } else {
        let error = #expect(throws: StoreError.self) { try store.add(user, in: scope) }
        #expect(error?.code == .conflict)
      }
      return
    }
    append(try store.add(user, in: scope)[0], index)
  }

  private mutating func update(_ index: Int) throws {
    guard let place = entries[index].indices.randomElement(using: &generator) else { return }
    let (original, scope) = (entries[index][place].user, scopes[index])
    var changed = original
    setKeys(of: &changed)
    let user = changed
    let isChecked = Bool.random(using: &generator)
    let change = { @Sendable (writer: EmuStore.WriteTransaction) throws in
      if isChecked {
        try writer.store(user, over: original, in: scope)
      } else {
        try writer.update(user, from: original, in: scope)
      }
    }
    guard isUnique(user, index) else {
      let error = #expect(throws: (any Error).self) { try store.write(change) }
      #expect(isChecked ? error is UserConflicts : error is StoreError)
      return
    }
    try store.write(change)
    entries[index][place].user = user
    if !same(user.email, original.email) {
      acquired += 1
      entries[index][place].emailOrder = acquired
    }
  }

  private mutating func delete(_ index: Int) throws {
    guard let place = entries[index].indices.randomElement(using: &generator) else { return }
    let (user, scope) = (entries[index].remove(at: place).user, scopes[index])
    try store.write { writer in try writer.delete(user, in: scope) }
  }

  /// Deletes a user and creates one with the same uid, up to three times.
  private mutating func recreate(_ index: Int) throws {
    guard let uid = entries[index].randomElement(using: &generator)?.user.uid else { return }
    let scope = scopes[index]
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      if let place = entries[index].firstIndex(where: { same($0.user.uid, uid) }) {
        let user = entries[index].remove(at: place).user
        try store.write { writer in try writer.delete(user, in: scope) }
      }
      var user = newUser()
      user.uid = uid
      try insert(user, index)
    }
  }

  /// A change that fails after it has stored and deleted users.
  private mutating func undo(_ index: Int) {
    let (user, scope, last) = (newUser(), scopes[index], entries[index].last?.user)
    let isUnique = isUnique(user, index)
    #expect(throws: Undone.self) {
      try store.write { writer in
        if let last { try writer.delete(last, in: scope) }
        if isUnique { _ = try writer.insert(user, in: scope) }
        throw Undone()
      }
    }
  }

  /// An attempt that fails inside a change undoes that part alone.
  private mutating func insertInAttempt(_ index: Int) throws {
    let (first, second, scope) = (newUser(), newUser(), scopes[index])
    guard isUnique(first, index) else { return }
    let user = try store.write { writer in
      let user = try writer.insert(first, in: scope)
      do {
        try writer.attempt {
          try writer.store(second, in: scope)
          throw Undone()
        }
      } catch is Undone {
      } catch is UserConflicts {}
      return user
    }
    append(user, index)
  }

  /// Stores several users as an import does: without indexes where the store is empty.
  private mutating func load(_ index: Int) throws {
    var users: [User] = []
    for number in 0..<9 {
      var user = newUser()
      user.uid = "load\(number)"
      user.links = []
      if index == 0 { user.email = "load\(number)@x.test" }
      if user.phoneNumber != nil { user.phoneNumber = "+1666000\(number)" }
      users.append(user)
    }
    guard users.allSatisfy({ isUnique($0, index) }) else { return }
    let scope = scopes[index]
    try store.write(as: .long) { [users] writer in
      let load = try writer.beginLoad()
      for user in users { _ = try load.store(user, in: scope) }
      try load.finish(allowsDuplicateEmails: scope.allowsDuplicateEmails)
    }
    for user in users {
      append(try #require(try store.read { try $0.user(uid: user.uid, in: scope) }), index)
    }
  }

  private mutating func empty(_ index: Int) throws {
    let scope = scopes[index]
    try store.write { [store] writer in try writer.deleteUsers(in: scope, of: store) }
    entries[index] = []
  }

  private mutating func touch(_ index: Int) throws {
    guard let place = entries[index].indices.randomElement(using: &generator) else { return }
    let seconds = Int.random(in: 1...1_000_000, using: &generator)
    entries[index][place].user.lastLoginAt = Timestamp(seconds: noon.seconds + Int64(seconds))
    let user = entries[index][place].user
    try store.write { writer in try writer.touch(user) }
  }

  private mutating func reopen() throws {
    let before = try store.snapshots()
    try store.close()
    store = try open()
    #expect(try store.snapshots() == before)
  }

  private mutating func makeSnapshot() throws {
    let name = ["all", "p"].randomElement(using: &generator) ?? ""
    _ = try store.makeSnapshot(name, of: name == "p" ? "p" : nil, at: noon)
    snapshots[name] = entries
  }

  private mutating func restoreSnapshot() throws {
    guard let name = snapshots.keys.sorted().randomElement(using: &generator),
      let saved = snapshots[name]
    else { return }
    _ = try store.restoreSnapshot(name, afterCommit: {})
    guard name == "p" else {
      entries = saved
      return
    }
    entries[0] = saved[0]
    stored += Int64(saved[0].count)
    // The rows of the project have new numbers.
    for place in entries[0].indices {
      let uid = entries[0][place].user.uid
      let user = try store.read { try $0.user(uid: uid, in: scopes[0]) }
      entries[0][place].user.key = try #require(user).key
    }
  }

  // MARK: - Comparisons

  /// Looks for one user by each kind of key.
  mutating func checkOne(_ step: String) throws {
    let index = Int.random(in: 0...1, using: &generator)
    try check(uid: Self.uids.randomElement(using: &generator) ?? "", index, step)
    try check(email: Self.emails.randomElement(using: &generator) ?? "", index, step)
    try check(
      Self.providers.randomElement(using: &generator) ?? "",
      Self.rawIDs.randomElement(using: &generator) ?? "", index, step)
    try checkPages(index, size: Int.random(in: 1...9, using: &generator), step)
  }

  /// Looks for every user by every key, and compares every list.
  func checkAll(_ step: String) throws {
    for index in scopes.indices {
      for uid in Self.uids { try check(uid: uid, index, step) }
      for email in Self.emails { try check(email: email, index, step) }
      for number in Self.numbers { try check(number: number, index, step) }
      for provider in Self.providers {
        for rawID in Self.rawIDs { try check(provider, rawID, index, step) }
      }
      for size in [1, 2, 7, 1000] { try checkPages(index, size: size, step) }
      try checkSearch(index, step)
    }
    let last = try store.read { reader in
      try reader.connection.first("SELECT coalesce(max(id), 0) FROM users") { $0.integer(0) }
    }
    #expect(try #require(last) <= stored, "\(step): row numbers grow with the rows")
  }

  private func users(_ index: Int) -> [User] { entries[index].map(\.user) }

  private func checkPages(_ index: Int, size: Int, _ step: String) throws {
    let expected = users(index).map { Array($0.uid.utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    var listed: [String] = []
    var page: [User] = []
    repeat {
      page = try store.read { try $0.users(in: scopes[index], after: listed.last, limit: size) }
      listed += page.map(\.uid)
    } while !page.isEmpty && listed.count <= expected.count
    #expect(listed.map { Array($0.utf8) } == expected, "\(step): pages of \(size)")
    #expect(try store.read { try $0.userCount(in: scopes[index]) } == expected.count, "\(step)")
  }

  private func checkSearch(_ index: Int, _ step: String) throws {
    for text in ["u1", "e2", "r3", "+1555"] {
      let found = try store.read { reader in
        var filter = UserFilter()
        filter.text = text
        return try reader.foundUsers(in: scopes[index], filter, after: nil, limit: 100)
      }
      let expected = users(index).filter { user in
        user.uid.lowercased().contains(text) || user.email?.contains(text) == true
          || user.phoneNumber?.contains(text) == true || user.links.contains { $0.rawID == text }
      }
      #expect(
        found.users.map(\.key).sorted() == expected.map(\.key).sorted(),
        "\(step): the search for \(text)")
    }
    let byEmail = try store.read { reader in
      try reader.users(
        in: scopes[index], sortedBy: .email, descending: false, offset: 0, limit: 100)
    }
    let emails = users(index).map { Array(($0.email ?? "").utf8) }
    #expect(
      byEmail.map { Array(($0.email ?? "").utf8) }
        == emails.sorted { $0.lexicographicallyPrecedes($1) }, "\(step): no address first")
    let byLogin = try store.read { reader in
      try reader.users(
        in: scopes[index], sortedBy: .lastLoginAt, descending: true, offset: 0, limit: 1)
    }
    #expect(
      byLogin.first?.lastLoginAt == users(index).compactMap(\.lastLoginAt).max(),
      "\(step): the last to sign in")
  }

  private func check(uid: String, _ index: Int, _ step: String) throws {
    let found = try store.read { try $0.user(uid: uid, in: scopes[index]) }
    compare(found, users(index).first { same($0.uid, uid) }, "\(step): \(uid)")
  }

  private func check(email: String, _ index: Int, _ step: String) throws {
    let owners = entries[index].filter { same($0.user.email, email) }
    let linked = users(index).filter { user in
      !same(user.email, email) && user.links.contains { same($0.email, email) }
    }
    try store.read { reader in
      let found = try reader.user(email: email, in: scopes[index])
      compare(found, owners.min { $0.emailOrder < $1.emailOrder }?.user, "\(step): \(email)")
      let all = try reader.users(anyEmail: email, in: scopes[index]).map(\.key)
      #expect(
        all == owners.map(\.user.key).sorted() + linked.map(\.key).sorted(), "\(step): \(email)")
    }
  }

  private func check(number: String, _ index: Int, _ step: String) throws {
    let owner = users(index).filter { $0.phoneNumber == number }.min { $0.key < $1.key }
    let found = try store.read { try $0.user(phoneNumber: number, in: scopes[index]) }
    compare(found, owner, "\(step): \(number)")
  }

  private func check(_ provider: String, _ rawID: String, _ index: Int, _ step: String) throws {
    let owner = users(index).first { same($0.link(to: provider)?.rawID, rawID) }
    let found = try store.read { reader in
      try reader.user(providerID: provider, rawID: rawID, in: scopes[index])
    }
    compare(found, owner, "\(step): \(provider):\(rawID)")
  }

  private func compare(_ found: User?, _ user: User?, _ what: String) {
    #expect(found?.key == user?.key, "\(what)")
    #expect(same(found?.email, user?.email) && found?.lastLoginAt == user?.lastLoginAt, "\(what)")
    #expect(found?.links == user?.links, "\(what)")
  }
}

/// Compares by bytes, as SQLite does.
private func same(_ left: String?, _ right: String?) -> Bool {
  left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
}
