import EmuSQLite
import Testing

@testable import EmuModel
@testable import EmuStore

@Suite struct `A reset of a project` {
  @Test func `a reset of a project removes the codes and tokens of its people only`()
    throws
  {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let store = try Store(Store.Configuration(path: path))
      for project in ["p", "q"] {
        let scope = PeopleScope(
          projectKey: try store.project(making: project).key, issuer: "apple.com")
        try store.write { writer in
          let person = try writer.upsert(Person(issuer: "apple.com", subject: "001"), in: scope)
          let consent = try writer.authorize(person, client: "app", at: noon).consent
          try writer.insert(
            AuthorizationCode(
              code: "code \(project)", consentKey: consent.key, clientID: "app", issuedAt: noon,
              expiresAt: noon))
          try writer.insert(
            IssuerToken(
              token: "token \(project)", kind: .access, consentKey: consent.key, clientID: "app",
              issuedAt: noon))
        }
      }
      let project = try store.project(making: "p")
      try store.write { writer in try writer.reset(project, in: store) }
      try store.close()

      let database = try Database(.init(location: .file(path)), migrations: migrations)
      defer { try? database.close() }
      let kept = try database.read { connection in
        try connection.all(
          "SELECT code FROM authorization_codes UNION ALL SELECT token FROM issuer_tokens"
        ) { row in row.text(0) }
      }
      #expect(kept == ["code q", "token q"])
    }
  }
}
