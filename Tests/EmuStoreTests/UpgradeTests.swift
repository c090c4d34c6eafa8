import EmuModel
import EmuSQLite
import Testing

@testable import EmuStore

@Suite struct `A file of an older version` {
  @Test func `keeps its codes and tokens when these begin to name rounds`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let older = Array(migrations.prefix { $0.name != "0021_consent_rounds" })
      let database = try Database(.init(location: .file(path)), migrations: older)
      try database.write { connection in
        try connection.execute(
          """
          INSERT INTO people (id, project_id, issuer, subject, email_verified, hide_email,
            relay_forwards)
          VALUES (1, 0, 'apple.com', '001', 1, 0, 1), (2, 0, 'apple.com', '002', 1, 0, 1);
          INSERT INTO grants (id, person_id, client_id, granted_at, revoked_at, scope)
          VALUES (7, 1, 'app', 5, NULL, 'email'), (9, 2, 'app', 6, 8, '');
          INSERT INTO authorization_codes (code, grant_id, client_id, scope, issued_at, expires_at,
            challenge_method, challenge, renewable)
          VALUES ('c', 7, 'app', 'email', 5, 300000, 'plain', 'v', 0);
          INSERT INTO issuer_tokens (token, kind, grant_id, client_id, scope, issued_at, revoked_at,
            family, secret)
          VALUES ('living', 'refresh', 7, 'app', 'email', 5, NULL, 'c', 's'),
            ('over', 'access', 9, 'app', '', 6, 8, NULL, NULL);
          INSERT INTO device_codes (device_code, user_code, issuer, client_id, project, scope,
            interval, expires_at, grant_id)
          VALUES ('d', 'u', 'apple.com', 'app', 'p', '', 5, 300000, 7);
          """)
      }
      try database.close()

      let store = try Store(Store.Configuration(location: .file(path)))
      defer { try? store.close() }
      let grant = try store.read { reader throws in
        let code = try #require(try reader.authorizationCode("c"))
        #expect(code.expiresAt == Timestamp(milliseconds: 300_000))
        #expect(code.challenge == CodeChallenge(method: .plain, value: "v"))
        #expect(!code.isRenewable)
        let living = try #require(try reader.issuerToken("living"))
        #expect(living.revokedAt == nil)
        #expect(living.family == "c")
        #expect(living.secret == "s")
        #expect(try reader.issuerToken("over")?.revokedAt == Timestamp(milliseconds: 8))
        #expect(try reader.deviceCode("d")?.grantKey == 7)
        #expect(try reader.grant(key: 9)?.isActive == false)
        return try #require(try reader.grant(key: 7))
      }
      try store.write { writer in try writer.revoke(grant, at: noon) }
      #expect(try store.read { try $0.issuerToken("living") }?.revokedAt == noon)
    }
  }
}
