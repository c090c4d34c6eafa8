import EmuStore
import EmuTestTools
import Foundation
import Testing

@testable import EmuModel

@Suite struct `Recovery of a store` {
  private static let count = 2_000

  private let folder: TestFolder
  /// The path of a closed file with users.
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.path("s.sqlite")
    let store = try Store(at: path)
    let scope = try store.scope()
    try store.write { writer in
      for number in 0..<Self.count {
        var user = User(uid: "u\(number)", createdAt: noon)
        user.email = "u\(number)@x.test"
        user.links = [ProviderLink(providerID: "google.com", rawID: "g\(number)")]
        user.secondFactors = [
          SecondFactor(
            id: "f\(number)", kind: .phone("+1555\(1_000_000 + number)"), enrolledAt: noon,
            displayName: nil)
        ]
        user.passkeys = [Passkey(credentialID: "pass\(number)", createdAt: noon)]
        try writer.store(user, importedFrom: "text", in: scope)
      }
    }
    try store.close()
  }

  /// Overwrites a page in the middle of those that have a text.
  private func damage(pageWith text: String, of file: String? = nil) throws {
    let path = file ?? path
    var content = try Data(contentsOf: URL(filePath: path))
    let pages = stride(from: 0, to: content.count, by: 4_096).filter { start in
      content[start..<start + 4_096].range(of: Data(text.utf8)) != nil
    }
    let page = try #require(pages.isEmpty ? nil : pages[pages.count / 2])
    content.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xA5, count: 4_096))
    try content.write(to: URL(filePath: path))
  }

  /// The recovery's summary, and each user that is left, after a check that each is found by its keys and by the
  /// presence of second factors and passkeys.
  private func recovered() throws -> (summary: String, users: [User]) {
    let recovery = try #require(try Store.recover(path))
    #expect(recovery.damagedFile == path + ".damaged")
    #expect(try Store.damage(ofFileAt: path) == nil)
    let store = try Store(at: path)
    defer { try? store.close() }
    let scope = try store.scope()
    let users = try store.read { reader in
      try (0..<Self.count).compactMap { number -> User? in
        let user = try reader.user(uid: "u\(number)", in: scope)
        let byEmail = try reader.users(anyEmail: "u\(number)@x.test", in: scope)
        #expect(byEmail == (user.map { [$0] } ?? []))
        let byLink = try reader.user(providerID: "google.com", rawID: "g\(number)", in: scope)
        #expect(byLink == user)
        // It has what is lost.
        if let user { #expect(try reader.importedText(of: user) == nil) }
        return user
      }
    }
    var (withFactors, withPasskeys) = (UserFilter(), UserFilter())
    withFactors.factor = .any
    withPasskeys.method = "passkey"
    for (filter, expected) in [
      (withFactors, users.filter { !$0.secondFactors.isEmpty }),
      (withPasskeys, users.filter { !$0.passkeys.isEmpty }),
    ] {
      let found = try store.read { reader in
        try reader.foundUsers(in: scope, filter, oldestFirst: true, after: nil, limit: Self.count)
      }
      #expect(found.users == expected)
    }
    return (recovery.summary, users)
  }

  @Test func `recovery of a store keeps the users of sound pages with each of their keys`() throws {
    // Only rows of users have the links as a list of texts.
    try damage(pageWith: "10:google.com5:g1000")
    let (summary, users) = try recovered()
    #expect((Self.count - 60..<Self.count).contains(users.count))
    #expect(users.allSatisfy { $0.links.count == 1 && $0.secondFactors.count == 1 })
    for table in ["users", "second_factors"] {
      #expect(summary.contains("\(table) (\(users.count) are left)"), "\(summary)")
    }
    #expect(summary.hasSuffix("`sqlite3 '\(path).damaged' .recover` may find more."), "\(summary)")
  }

  @Test func `recovery of a store creates the identities again`() throws {
    try damage(pageWith: "google.comg1000")
    let (summary, users) = try recovered()
    #expect(users.count == Self.count)
    #expect(users.allSatisfy { $0.links.count == 1 && $0.secondFactors.count == 1 })
    #expect(summary.hasSuffix("None is lost."), "\(summary)")
  }

  /// Texts in place of a user's link, of the same length: one that cannot be read, and the link of
  /// another user.
  @Test(arguments: ["10:google.com9:g1000", "10:google.com5:g1001"])
  func `recovery of a store reports users whose links are removed`(_ link: String) throws {
    var content = try Data(contentsOf: URL(filePath: path))
    let place = try #require(content.range(of: Data("10:google.com5:g1000".utf8)))
    content.replaceSubrange(place, with: Data(link.utf8))
    try content.write(to: URL(filePath: path))
    try damage(pageWith: "google.comg1000")
    let recovery = try #require(try Store.recover(path))
    #expect(!recovery.summary.contains("None is lost."))
    #expect(recovery.summary.contains("The links to providers of 1 user are lost"))
  }

  @Test(arguments: [("+15551001000", "second_factors"), ("pass1000", "passkeys")])
  func `recovery of a store keeps users whose factor is lost`(text: String, table: String) throws {
    try damage(pageWith: text)
    let (summary, users) = try recovered()
    #expect(users.count == Self.count)
    let without = users.filter {
      table == "passkeys" ? $0.passkeys.isEmpty : $0.secondFactors.isEmpty
    }
    #expect((1..<200).contains(without.count))
    #expect(summary.contains("\(table) (\(Self.count - without.count) are left)"), "\(summary)")
  }

  /// Damages after which SQLite still reads every user, with PRAGMA writable_schema = ON.
  struct SchemaDamage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout Data) -> Void

    static let all =
      [
        SchemaDamage(testDescription: "the last page is cut off") { $0.removeLast(4_096) },
        SchemaDamage(testDescription: "the page count is one more") { $0.addToPageCount(1) },
        SchemaDamage(testDescription: "the page count is one less") { $0.addToPageCount(-1) },
      ]
      + [
        "TABLE users ", "TABLE projects ", "TABLE account_sets ", "TABLE identities ",
        "TABLE api_keys ", "TABLE meta ", "TABLE migration ", "INDEX users_",
      ].map { name in
        SchemaDamage(testDescription: "a letter of CREATE \(name)") { content in
          // A page of the schema that was split keeps its former copy.
          while let place = content.range(of: Data("CREATE \(name)".utf8)) {
            content[place.lowerBound + 8] = UInt8(ascii: "X")
          }
        }
      }
  }

  @Test(arguments: SchemaDamage.all)
  func `recovery of a store keeps every user of a damaged schema`(damage: SchemaDamage) throws {
    // The last page is one of this table.
    let store = try Store(at: path)
    try store.write { writer in
      for number in 0..<100 {
        var fault = Fault(id: "f\(number)", effect: Fault.Effect())
        fault.match.path = String(repeating: "x", count: 500)
        try writer.insert(fault, in: store)
      }
    }
    try store.close()
    var content = try Data(contentsOf: URL(filePath: path))
    damage.change(&content)
    try content.write(to: URL(filePath: path))
    let (summary, users) = try recovered()
    #expect(users.count == Self.count, "\(summary)")
    #expect(users.allSatisfy { $0.links.count == 1 && $0.secondFactors.count == 1 })
    #expect(try Data(contentsOf: URL(filePath: path + ".damaged")) == content)
  }

  @Test func `recovery of a store of the first release is opened by this one`() throws {
    let path = folder.path("old.sqlite")
    try ReleasedFile.copyFirst(to: path)
    try damage(pageWith: "ann@example.com", of: path)
    let recovery = try Store.recover(path)
    #expect(recovery != nil)
    let store = try Store(at: path)
    defer { try? store.close() }
    let scope = try store.scope()
    let user = try store.read { try $0.user(uid: "u1", in: scope) }
    #expect(user?.email == "ada@example.com")
    #expect(user?.links.map(\.rawID) == ["g1"])
  }
}

extension Data {
  /// Changes the number of pages in the header: https://sqlite.org/fileformat2.html#in_header_database_size
  fileprivate mutating func addToPageCount(_ change: Int) {
    let count = self[28..<32].reduce(0) { $0 << 8 | Int($1) } + change
    for index in 0..<4 { self[28 + index] = UInt8(count >> (24 - 8 * index) & 255) }
  }
}
