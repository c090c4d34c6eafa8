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

  @Test func `shows providers in the order of before, and new ones behind them`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let older = Array(migrations.prefix { $0.name != "0022_provider_order" })
      let database = try Database(.init(location: .file(path)), migrations: older)
      try database.write { connection in
        try connection.execute(
          """
          INSERT INTO projects (id, name) VALUES (1, 'p');
          INSERT INTO users (id, project_id, tenant_id, uid, email, email_verified,
            email_link_sign_in, phone_number, password_hash, password_updated_at, disabled,
            custom_auth, valid_since, created_at)
          VALUES (5, 1, 0, 'u1', 'ada@example.com', 0, 0, '+15550100', 'x', 1, 0, 0, 0, 1);
          INSERT INTO provider_links (user_id, provider_id, project_id, tenant_id, raw_id, email)
          VALUES (5, 'google.com', 1, 0, 'g', 'old@example.com'),
            (5, 'facebook.com', 1, 0, 'f', NULL);
          """)
      }
      try database.close()

      let store = try Store(Store.Configuration(location: .file(path)))
      defer { try? store.close() }
      let scope = try store.scope()
      let user = try #require(try store.read { try $0.user(uid: "u1", in: scope) })
      #expect(user.providers == ["password", "facebook.com", "google.com", "phone"])
      #expect(user.emptyFields == [])
      var changed = user
      changed.upsert(ProviderLink(providerID: "apple.com", rawID: "a"))
      let update = changed
      try store.write { writer in try writer.update(update, from: user, in: scope) }
      for email in ["ada@example.com", "old@example.com"] {
        let found = try store.read { try $0.users(anyEmail: email, in: scope) }
        #expect(
          found.map(\.providers)
            == [["password", "facebook.com", "google.com", "phone", "apple.com"]])
      }
    }
  }
}
