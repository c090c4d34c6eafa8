import EmuModel
import EmuSQLite
import EmuTestTools
import Testing

@testable import EmuStore

/// A store beside a plain list of its users, both changed in the same way.
struct LookupModel {
  /// Why a change is given up.
  private struct GivenUp: Error {}

  private static let uids = (0..<25).map { "u\($0)" }
  private static let emails = (0..<8).map { "e\($0)@x.test" }
  private static let providers = ["apple.com", "google.com"]
  private static let rawIDs = (0..<8).map { "r\($0)" }

  private var generator: SeededGenerator
  private let open: () throws -> Store
  private var store: Store
  private let scopes: [AccountScope]
  /// Those of each scope.
  private var users: [[User]] = [[], []]
  /// What was in a snapshot.
  private var kept: [[User]]?

  init(seed: Int, _ open: @escaping () throws -> Store) throws {
    generator = SeededGenerator(seed: seed)
    self.open = open
    store = try open()
    scopes = [try store.scope("p"), try store.scope("q")]
  }

  func close() throws { try store.close() }

  // MARK: - Changes

  mutating func change() throws {
    let place = Int.random(in: 0...1, using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<40: try insert(place)
    case 40..<60: try update(place)
    case 60..<72: try delete(place)
    case 72..<77: giveUp(place)
    case 77..<82: try insertTogether(place)
    case 82..<84: try insertInAttempt(place)
    case 84..<86: try insertAndChange(place)
    case 86..<91: store.drainLookups(isQuiet: true)
    case 91..<93: try empty(place)
    case 93..<95: try reopen()
    case 95..<97: try makeSnapshot()
    case 97..<98: try restoreSnapshot()
    default: try returnLater(place)
    }
  }

  private mutating func newUser() -> User {
    var user = User(uid: Self.uids.randomElement(using: &generator) ?? "", createdAt: noon)
    setContacts(of: &user)
    return user
  }

  private mutating func setContacts(of user: inout User) {
    let email = Self.emails.randomElement(using: &generator)
    user.email = Bool.random(using: &generator) ? email : nil
    user.links = []
    for provider in Self.providers where Int.random(in: 0..<3, using: &generator) == 0 {
      let rawID = Self.rawIDs.randomElement(using: &generator) ?? ""
      user.links.append(ProviderLink(providerID: provider, rawID: rawID, email: email))
    }
    user.providerOrder = []
  }

  private func isFree(_ user: User, _ place: Int, except key: Int64 = 0) -> Bool {
    !users[place].contains { other in
      other.key != key
        && (other.uid == user.uid
          || other.links.contains { link in user.link(to: link.providerID)?.rawID == link.rawID })
    }
  }

  private mutating func insert(_ place: Int) throws {
    let (user, scope) = (newUser(), scopes[place])
    guard isFree(user, place) else {
      #expect(throws: StoreError.self) { try store.add(user, in: scope) }
      return
    }
    users[place].append(try store.add(user, in: scope)[0])
  }

  private mutating func update(_ place: Int) throws {
    guard let index = users[place].indices.randomElement(using: &generator) else { return }
    let (original, scope) = (users[place][index], scopes[place])
    var user = original
    setContacts(of: &user)
    guard isFree(user, place, except: original.key) else { return }
    try store.write { [user] writer in try writer.update(user, from: original, in: scope) }
    users[place][index] = user
  }

  private mutating func delete(_ place: Int) throws {
    guard let index = users[place].indices.randomElement(using: &generator) else { return }
    let (user, scope) = (users[place].remove(at: index), scopes[place])
    try store.write { writer in try writer.delete(user, in: scope) }
  }

  /// A change that fails after it has stored, changed and deleted users.
  private mutating func giveUp(_ place: Int) {
    let (user, scope, last) = (newUser(), scopes[place], users[place].last)
    let isFree = isFree(user, place)
    #expect(throws: GivenUp.self) {
      try store.write { writer in
        if let last { try writer.delete(last, in: scope) }
        if isFree { _ = try writer.insert(user, in: scope) }
        throw GivenUp()
      }
    }
  }

  /// Changes that may share a transaction, of which some fail.
  private mutating func insertTogether(_ place: Int) throws {
    let scope = scopes[place]
    var stored: [User] = []
    for number in 0..<6 {
      let user = newUser()
      guard isFree(user, place), !stored.contains(where: { $0.uid == user.uid }),
        user.links.isEmpty
      else { continue }
      if number % 2 == 0 { stored.append(user) }
      store.write(
        { writer in
          _ = try writer.insert(user, in: scope)
          if number % 2 == 1 { throw GivenUp() }
        }, completion: { (_: Result<Void, any Error>) in })
    }
    for user in stored {
      users[place].append(
        try #require(try store.write { try $0.reader.user(uid: user.uid, in: scope) }))
    }
  }

  /// What is refused inside a change undoes that part alone.
  private mutating func insertInAttempt(_ place: Int) throws {
    let (first, second, scope) = (newUser(), newUser(), scopes[place])
    guard isFree(first, place), isFree(second, place), first.uid != second.uid,
      first.links.isEmpty
    else { return }
    let user = try store.write { writer in
      let user = try writer.insert(first, in: scope)
      do {
        try writer.attempt {
          _ = try writer.insert(second, in: scope)
          throw GivenUp()
        }
      } catch is GivenUp {}
      return user
    }
    users[place].append(user)
  }

  /// One change that stores two users, changes one and deletes the other.
  private mutating func insertAndChange(_ place: Int) throws {
    let (first, second, scope) = (newUser(), newUser(), scopes[place])
    guard isFree(first, place), isFree(second, place), first.uid != second.uid,
      second.links.isEmpty
    else { return }
    let user = try store.write { writer in
      let stored = try writer.insert(first, in: scope)
      try writer.delete(try writer.insert(second, in: scope), in: scope)
      var user = stored
      (user.email, user.links) = (Self.emails[0], [])
      try writer.update(user, from: stored, in: scope)
      return user
    }
    users[place].append(user)
  }

  private mutating func empty(_ place: Int) throws {
    let scope = scopes[place]
    try store.write { [store] writer in try writer.deleteUsers(in: scope, of: store) }
    users[place] = []
  }

  private mutating func returnLater(_ place: Int) throws {
    guard let index = users[place].indices.randomElement(using: &generator) else { return }
    let seconds = Int.random(in: 1...1_000_000, using: &generator)
    users[place][index].lastLoginAt = Timestamp(seconds: noon.seconds + Int64(seconds))
    let user = users[place][index]
    try store.write { writer in try writer.touch(user) }
  }

  private mutating func reopen() throws {
    try store.close()
    store = try open()
  }

  private mutating func makeSnapshot() throws {
    _ = try store.makeSnapshot("s", of: nil, at: noon)
    kept = users
  }

  private mutating func restoreSnapshot() throws {
    guard let kept else { return }
    _ = try store.restoreSnapshot("s", afterCommit: {})
    users = kept
  }

  // MARK: - Comparisons

  /// Looks for one user by one of what may lead to it.
  mutating func checkOne(_ place: String) throws {
    let index = Int.random(in: 0...1, using: &generator)
    try check(uid: Self.uids.randomElement(using: &generator) ?? "", index, place)
    try check(email: Self.emails.randomElement(using: &generator) ?? "", index, place)
    try check(
      Self.providers.randomElement(using: &generator) ?? "",
      Self.rawIDs.randomElement(using: &generator) ?? "", index, place)
  }

  /// Looks for every user in every way.
  func checkAll(_ place: String) throws {
    for index in scopes.indices {
      for uid in Self.uids { try check(uid: uid, index, place) }
      for email in Self.emails { try check(email: email, index, place) }
      for provider in Self.providers {
        for rawID in Self.rawIDs { try check(provider, rawID, index, place) }
        let links = try store.read { reader in
          try reader.links(ofProvider: provider, in: scopes[index], limit: 3)
        }
        let expected = users[index].compactMap { $0.link(to: provider)?.rawID }.sorted()
        #expect(links.map(\.rawID) == Array(expected.prefix(3)), "\(place): \(provider)")
      }
      try checkLists(index, place)
    }
  }

  /// Waits until nothing is left to be stored or removed, and compares the tables with the users.
  func checkTables() throws {
    store.drainLookups(isQuiet: true)
    for _ in 0..<10_000 {
      if try store.memtables.isStored && store.read({ try $0.emptiedSet() == nil }) { break }
      store.drainLookups(isQuiet: true)
      try store.write { _ in }
    }
    let all = users.joined()
    let expected = [
      "users": all.count, "uids": all.count,
      "emails": all.filter { $0.email != nil }.count,
      "identities": all.reduce(0) { $0 + $1.links.count },
      "linked_emails": all.reduce(0) { $0 + $1.linkedEmails.count },
      "user_activity": all.filter { $0.lastLoginAt != nil }.count,
    ]
    for (table, count) in expected {
      let rows = try store.read { reader in
        try reader.connection.first(SQL("SELECT count(*) FROM \(table)")) { $0.int(0) }
      }
      #expect(rows == count, "\(table)")
    }
  }

  private func checkLists(_ index: Int, _ place: String) throws {
    let expected = users[index].map(\.uid).sorted()
    var listed: [String] = []
    var page: [User] = []
    repeat {
      page = try store.read { try $0.users(in: scopes[index], after: listed.last, limit: 3) }
      listed += page.map(\.uid)
    } while !page.isEmpty && listed.count <= expected.count
    #expect(listed == expected, "\(place): the pages")
    let (count, byLogin) = try store.read { reader in
      (
        try reader.userCount(in: scopes[index]),
        try reader.users(
          in: scopes[index], sortedBy: .lastLoginAt, descending: true, offset: 0, limit: 1)
      )
    }
    #expect(count == expected.count, "\(place): the count")
    #expect(
      byLogin.first?.lastLoginAt == users[index].compactMap(\.lastLoginAt).max(),
      "\(place): the last to sign in")
    for beginning in ["u1", "e2", "r3"] {
      let found = try store.read { reader in
        try reader.foundUsers(in: scopes[index], with: beginning, before: nil, limit: 100)
      }
      let those = users[index].filter { user in
        user.uid.contains(beginning) || user.email?.contains(beginning) == true
          || user.links.contains { $0.rawID == beginning }
      }
      #expect(
        Set(found.users.map(\.uid)) == Set(those.map(\.uid)) && found.users.count == those.count,
        "\(place): the search for \(beginning)")
    }
  }

  private func check(uid: String, _ index: Int, _ place: String) throws {
    let found = try store.read { try $0.user(uid: uid, in: scopes[index]) }
    let user = users[index].first { $0.uid == uid }
    #expect(found?.key == user?.key, "\(place): \(uid)")
    #expect(found?.email == user?.email && found?.lastLoginAt == user?.lastLoginAt)
    #expect(found?.links ?? [] == user?.links ?? [], "\(place): \(uid)")
  }

  private func check(email: String, _ index: Int, _ place: String) throws {
    let owners = users[index].filter { $0.email == email }.map(\.key).sorted()
    let linked = users[index].filter { user in
      user.email != email && user.links.contains { $0.email == email }
    }.map(\.key).sorted()
    try store.read { reader in
      let user = try reader.user(email: email, in: scopes[index])
      #expect(user?.key == owners.first, "\(place): \(email)")
      let all = try reader.users(anyEmail: email, in: scopes[index]).map(\.key)
      #expect(all == owners + linked, "\(place): \(email)")
    }
  }

  private func check(
    _ provider: String, _ rawID: String, _ index: Int, _ place: String
  ) throws {
    let owner = users[index].first { $0.link(to: provider)?.rawID == rawID }
    try store.read { reader in
      let user = try reader.user(providerID: provider, rawID: rawID, in: scopes[index])
      #expect(user?.key == owner?.key, "\(place): \(provider):\(rawID)")
    }
  }
}
