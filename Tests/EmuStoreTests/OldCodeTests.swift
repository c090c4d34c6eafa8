import EmuModel
import EmuSQLite
import Testing

@testable import EmuStore

@Suite final class `Old codes and tokens`: StoreSuite {
  /// A row of a table with the number in its key, created at a time and expired soon after.
  struct Row: Sendable, CustomTestStringConvertible {
    typealias Insert = @Sendable (WriteTransaction, AccountScope, String, Timestamp) throws -> Void

    let testDescription: String
    let keys: SQL
    let insert: Insert

    init(_ table: String, key: String, _ insert: @escaping Insert) {
      testDescription = table
      keys = SQL("SELECT \(key) FROM \(table) ORDER BY 1")
      self.insert = insert
    }

    static let all = [
      Row("oob_codes", key: "code") { writer, scope, id, now in
        try writer.insert(
          OobCode(code: id, kind: .verifyEmail, email: "a@b.c", link: "", createdAt: now), in: scope
        )
      },
      Row("verification_codes", key: "session") { writer, scope, id, now in
        try writer.insert(
          VerificationCode(session: id, phoneNumber: "+1", code: "", createdAt: now), in: scope)
      },
      Row("temporary_proofs", key: "proof") { writer, scope, id, now in
        try writer.insert(TemporaryProof(proof: id, phoneNumber: "+1", createdAt: now), in: scope)
      },
      Row("passkey_challenges", key: "challenge") { writer, scope, id, now in
        try writer.insert(PasskeyChallenge(challenge: id, uid: nil, createdAt: now), in: scope)
      },
      Row("authorization_codes", key: "code") { writer, scope, id, now in
        try writer.insert(
          AuthorizationCode(
            code: id, consentKey: try consent(writer, scope), clientID: "app", issuedAt: now,
            expiresAt: now))
      },
      Row("issuer_tokens", key: "token") { writer, scope, id, now in
        try writer.insert(
          IssuerToken(
            token: id, kind: .access, consentKey: try consent(writer, scope), clientID: "app",
            issuedAt: now, expiresAt: now))
      },
      Row("device_codes", key: "device_code") { writer, _, id, now in
        try writer.insert(
          DeviceCode(
            code: id, userCode: id, issuer: "google.com", clientID: "app", project: "p", scope: "",
            expiresAt: now))
      },
      Row("request_tokens", key: "token") { writer, _, id, now in
        try writer.insert(
          RequestToken(
            token: id, secret: "", issuer: "twitter.com", clientID: "app", project: "p",
            callback: "", expiresAt: now))
      },
    ]

    private static func consent(_ writer: WriteTransaction, _ scope: AccountScope) throws -> Int64 {
      let people = PeopleScope(projectKey: scope.projectKey, issuer: "google.com")
      let person = try writer.upsert(Person(issuer: "google.com", subject: "s"), in: people)
      return try writer.authorize(person, client: "app", at: noon).consent.key
    }
  }

  @Test(arguments: Row.all)
  func `old codes and tokens are deleted as others are stored`(row: Row) throws {
    let scope = try store.scope()
    func add(_ ids: ClosedRange<Int>, at now: Timestamp) throws -> [String] {
      try store.write { writer in
        for id in ids { try row.insert(writer, scope, "\(id)", now) }
        return try writer.connection.column(row.keys)
      }
    }
    #expect(try add(1...3, at: noon).count == 3)
    // The time at which they are old, and the one after it.
    #expect(try add(4...4, at: noon + CodeLimits.retention).count == 4)
    #expect(try add(5...5, at: noon + CodeLimits.retention + .milliseconds(1)) == ["4", "5"])
  }

  @Test func `old codes and tokens are deleted a few at a time`() throws {
    let scope = try store.scope()
    let row = Row.all[0]
    try store.write { writer in
      for id in 1...50 { try row.insert(writer, scope, "\(id)", noon) }
    }
    let counts = try store.write { writer in
      try (51...100).map { id in
        try row.insert(writer, scope, "\(id)", noon + .seconds(400 * 24 * 3600))
        return try writer.connection.all(row.keys, row: { _ in }).count
      }
    }
    #expect(counts[0] > 40)
    #expect(counts.last == 50)
  }

  @Test func `old codes and tokens without an expiry stay`() throws {
    let scope = try store.scope()
    let tokens = Row.all[5]
    try store.write { writer in
      try tokens.insert(writer, scope, "1", noon)
      let first = try #require(try writer.reader.issuerToken("1"))
      try writer.insert(
        IssuerToken(
          token: "refresh", kind: .refresh, consentKey: first.consentKey, clientID: "app",
          issuedAt: noon))
      try tokens.insert(writer, scope, "2", noon + .seconds(400 * 24 * 3600))
    }
    try store.read { reader throws in
      #expect(try reader.issuerToken("1") == nil)
      #expect(try reader.issuerToken("refresh") != nil)
    }
  }
}
