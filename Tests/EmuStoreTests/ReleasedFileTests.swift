import EmuTestTools
import EmuSQLite
import Foundation
import Testing

@testable import EmuModel
@testable import EmuStore

@Suite final class `Files of earlier versions`: FolderSuite {
  /// A released migration is never edited: files exist that have run it.
  @Test func `The migration of the first release creates the released schema`() throws {
    try ReleasedFile.copyFirst(to: path)
    let new = path + "2"
    try Database(.init(location: .file(new)), migrations: [.firstSchema]).close()
    #expect(
      try AllTables.schema(ofFileAt: path, [.firstSchema])
        == AllTables.schema(ofFileAt: new, [.firstSchema]))
  }

  @Test func `A file of the first release is opened, and no row of it is lost`() throws {
    try ReleasedFile.copyFirst(to: path)
    let before = try AllTables.rows(ofFileAt: path, [.firstSchema])
    #expect(before.values.allSatisfy { !$0.isEmpty }, "\(before)")
    try Store(at: path).close()
    #expect(try Store.damage(ofFileAt: path) == nil)
    let after = try AllTables.rows(ofFileAt: path)
    for (table, rows) in before where table != "migration" {
      #expect(after[table]?.count == rows.count, "\(table)")
    }
  }

  @Test func `A user of the first release is read completely`() throws {
    try withReleasedStore { store in
      let scope = try store.scope()
      let user = try #require(try store.read { try $0.user(uid: "u1", in: scope) })
      #expect(
        user
          == User(
            uid: "u1", createdAt: Timestamp(milliseconds: 13), key: 5, email: "ada@example.com",
            emailVerified: true, emailLinkSignIn: true, initialEmail: "old@example.com",
            texts: UserTexts(displayName: "Ada", photoURL: "http://a/p", screenName: "ada"),
            phoneNumber: "+15550100",
            password: StoredPassword(
              hash: "hash", salt: "salt", algorithm: "{}", updatedAt: Timestamp(milliseconds: 11)),
            disabled: true, customAuth: true, customAttributes: "{\"admin\":true}", validSince: 12,
            sessionsEndedAt: Timestamp(milliseconds: 12_500),
            lastLoginAt: Timestamp(milliseconds: 14), lastRefreshAt: Timestamp(milliseconds: 15),
            links: [
              ProviderLink(
                providerID: "google.com", rawID: "g1", email: "ada@gmail.example",
                displayName: "Ada L", photoURL: "http://g/p", screenName: "al")
            ], providerOrder: ["password", "google.com"], emptyFields: .emailVerified,
            secondFactors: [
              SecondFactor(
                id: "mfa1", kind: .phone("+15550101"), enrolledAt: Timestamp(milliseconds: 16),
                displayName: "Work")
            ],
            passkeys: [
              Passkey(
                credentialID: "cred", createdAt: Timestamp(milliseconds: 17), name: "Laptop",
                publicKey: [0xA0], signCount: 3, isBackupEligible: true)
            ]))
      let found = try store.read { try $0.users(anyEmail: "ada@gmail.example", in: scope) }
      #expect(found == [user])
    }
  }

  @Test func `Codes, people and tokens of the first release are read`() throws {
    try withReleasedStore { store in
      let scope = try store.scope()
      try store.read { reader in
        #expect(try reader.oobCode("oob", in: scope)?.kind == .passwordReset)
        let code = try reader.verificationCode(session: "s", in: scope)
        #expect(code?.purpose == .secondFactor(uid: "u1", enrollmentID: "mfa1"))
        #expect(code?.wrongAttempts == 2)
        #expect(
          try reader.person(key: 3)
            == Person(
              issuer: "apple.com", subject: "001", email: "ann@example.com", key: 3,
              name: PersonName(full: "Ann Lee", given: "Ann", family: "Lee"), picture: "http://i/p",
              hideEmail: true, relayEmail: "x@relay.example", relayForwards: false,
              deletedAt: Timestamp(milliseconds: 22),
              transfer: PersonTransfer(subject: "ts", at: Timestamp(milliseconds: 23)),
              tenant: "tid", claims: "{\"a\":1}"))
        #expect(try reader.appleTransfer("ts")?.completedAt == Timestamp(milliseconds: 25))
        #expect(try reader.consent(key: 9)?.scope == "email")
        let issued = try #require(try reader.authorizationCode("c"))
        #expect(issued.challenge == CodeChallenge(method: .plain, value: "v"))
        #expect(issued.expiresAt == Timestamp(milliseconds: 300_000))
        #expect(!issued.isRenewable)
        let living = try #require(try reader.issuerToken("living"))
        #expect(living.revokedAt == nil)
        #expect(living.secret == "s")
        #expect(try reader.issuerToken("over")?.revokedAt == Timestamp(milliseconds: 27))
        #expect(try reader.deviceCode("d")?.isDenied == true)
        #expect(try reader.requestToken("rt")?.verifier == "v")
        #expect(try reader.signingKeys().map(\.kid) == ["k"])
      }
    }
  }

  @Test(arguments: ["1_first_schema", "1_tables", "1_schema", "9_later"])
  func `A file of another version is rejected and not changed`(_ name: String) throws {
    let early = Migration(name) { connection throws(DatabaseError) in
      try connection.execute("CREATE TABLE users (id INTEGER PRIMARY KEY) STRICT")
    }
    try Database(.init(location: .file(path)), migrations: [early]).close()
    let bytes = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: StoreError.self) { try Store(Store.Configuration(path: path)) }
    #expect(error?.code == .otherSchema)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  private func withReleasedStore(_ body: (Store) throws -> Void) throws {
    try ReleasedFile.copyFirst(to: path)
    let store = try Store(at: path)
    defer { try? store.close() }
    try body(store)
  }
}
