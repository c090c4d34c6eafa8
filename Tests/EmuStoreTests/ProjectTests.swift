import EmuSQLite
import Testing

@testable import EmuModel
@testable import EmuStore

@Suite struct `Projects in the store` {
  @Test func `projects in the store follow the store's profile until theirs is set`() throws {
    try withPath { path in
      let first = try Store(path: path, profile: .compatible)
      _ = try first.project(making: "p")
      try first.close()
      let second = try Store(path: path, profile: .production)
      #expect(try second.project(making: "p").switches.profile == .production)
      try second.close()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `projects in the store have their keys, whose owner is reported`(_ kind: StoreKind) throws {
    try kind.check { store in
      let (p, q) = (try store.project(making: "p"), try store.project(making: "q"))
      try store.write { writer throws in
        #expect(try writer.register(apiKey: "k", for: p, in: store) == nil)
        #expect(try writer.register(apiKey: "k", for: p, in: store) == nil)
        #expect(try writer.register(apiKey: "k", for: q, in: store) == "p")
      }
    } _: { store, _ throws in
      #expect(try store.projectID(ofAPIKey: "k") == "p")
      #expect(try store.projectID(ofAPIKey: "k2") == nil)
    }
  }

  /// The rows are those of ``Tables under a reset``; these are the copies in memory.
  @Test(arguments: [true, false])
  func `projects in the store are empty after a reset of one or all`(_ isAll: Bool) throws {
    let store = try Store()
    let project = try store.project(making: "p")
    try store.write { writer in
      _ = try writer.insertTenant("t", in: project)
      _ = try writer.register(apiKey: "k", for: project, in: store)
      try writer.upsert(provider: "oidc.x", ProviderConfig(clientID: "c"), of: project, in: store)
      try writer.update(config: Config(), of: project, in: store)
    }
    try store.write { writer in
      if isAll { try writer.resetAll(in: store) } else { try writer.reset(project, in: store) }
    }
    let after = try store.project(making: "p")
    #expect(after.config == .initial)
    #expect(after.providers.own.isEmpty)
    #expect(try store.projectID(ofAPIKey: "k") == nil)
    #expect(try store.tenant("t", in: project) == nil)
  }

  /// A commit replaces the copies in memory, which no later request reads again.
  @Test func `projects in the store are in memory what they are in the file`() throws {
    let store = try Store()
    let project = try store.project(making: "p")
    let tenant = try store.write { try $0.insertTenant("t", in: project) }
    func seen() throws -> [AnyHashable] {
      [
        try store.project("p"), try store.tenant("t", in: project),
        store.options(ofIssuer: "google.com"), try store.projectID(ofAPIKey: "k"),
      ]
    }
    let before = try seen()
    try store.write { writer in
      try writer.update(config: Config(), of: project, in: store)
      var switches = project.switches
      switches.set(.recentLogin, to: .warn)
      try writer.update(switches: switches, of: project, in: store)
      for tenant in [nil, tenant] {
        for id in ["oidc.x", "oidc.y"] {
          try writer.upsert(
            provider: id, ProviderConfig(clientID: "c"), of: project, tenant: tenant, in: store)
        }
        try writer.delete(provider: "oidc.y", of: project, tenant: tenant, in: store)
      }
      try writer.update(config: TenantConfig(), of: tenant, in: store)
      var options = IssuerOptions()
      options.issuer = "production"
      try writer.store(options, ofIssuer: "google.com", in: store)
      _ = try writer.register(apiKey: "k", for: project, in: store)
    }
    let after = try seen()
    #expect(zip(before, after).allSatisfy { $0 != $1 })
    store.directory.invalidate()
    #expect(try seen() == after)
  }

  @Test func `projects in the store are found by what they and their tenants have configured`()
    throws
  {
    let store = try Store()
    let projects = try ["q", "p", "o"].map(store.project(making:))
    try store.write { writer in
      for project in projects {
        for tenant in project.id == "o" ? [] : ["u", "t"] {
          let tenant = try writer.insertTenant(tenant, in: project)
          try writer.upsert(
            provider: "oidc.x", ProviderConfig(clientID: "c", issuer: "https://\(project.id)"),
            of: project, tenant: tenant, in: store)
        }
      }
      try writer.upsert(
        provider: "oidc.x", ProviderConfig(clientID: "d"), of: projects[2], in: store)
      try writer.upsert(
        provider: "oidc.x", ProviderConfig(additionalClientIDs: ["e", "c"]), of: projects[0],
        in: store)
      try writer.upsert(
        provider: "saml.x",
        ProviderConfig(
          saml: ProviderConfig.SAML(
            idpEntityId: "i", ssoUrl: "https://s", x509Certificates: [], spEntityId: "sp")),
        of: projects[1], in: store)
    }
    let places = try store.places(ofProvider: "oidc.x")
    func found(_ client: String?, _ project: String? = nil, _ tenant: String? = nil) -> String? {
      places.first(client: client, project: project, tenant: tenant)
        .map { "\($0.project)/\($0.tenant ?? "")" }
    }
    #expect(found("c") == "q/" && found("c", "q") == "q/" && found("c", "p") == "p/t")
    #expect(found("c", nil, "u") == "p/u" && found("c", "q", "u") == "q/u")
    #expect(found("d") == "o/" && found("e") == "q/" && found("d", "q") == nil)
    #expect(found(nil, nil, "t") == "p/t" && found("no") == nil && found("c", nil, "no") == nil)
    #expect(places.issuers == ["https://p", "https://q"])
    #expect(try store.places(ofProvider: "saml.x").projectsByEntity == ["sp": "p"])
    try store.write { writer in
      try writer.delete(provider: "oidc.x", of: projects[0], tenant: nil, in: store)
    }
    #expect(
      try store.places(ofProvider: "oidc.x").first(client: "c", project: nil, tenant: nil)?.project
        == "p")
  }

  /// A row that is changed behind the store shows which copies in memory were dropped.
  @Test func `projects in the store keep their copy in memory while others change`() throws {
    let store = try Store()
    let (p, q) = (try store.project(making: "p"), try store.project(making: "q"))
    _ = try store.places(ofProvider: "oidc.y")
    try store.write { writer in
      try writer.upsert(provider: "oidc.y", ProviderConfig(clientID: "y"), of: q, in: store)
    }
    #expect(try store.project("q").providers["oidc.y"]?.clientID == "y")
    #expect(try !store.places(ofProvider: "oidc.y").issuers.contains("i"))
    try store.write { writer in
      try writer.connection.run(#"UPDATE providers SET config = '{"issuer":"i"}'"#)
      try writer.upsert(provider: "oidc.x", ProviderConfig(clientID: "x"), of: p, in: store)
      try writer.update(switches: Switches(profile: .production), of: p, in: store)
      _ = try writer.register(apiKey: "k", for: p, in: store)
      var options = IssuerOptions()
      options.issuer = "production"
      try writer.store(options, ofIssuer: "oidc.x", in: store)
    }
    #expect(try store.project("p").switches.profile == .production)
    #expect(try store.project("p").providers["oidc.x"]?.clientID == "x")
    #expect(try store.projectID(ofAPIKey: "k") == "p")
    #expect(store.options(ofIssuer: "oidc.x").issuer == "production")
    #expect(try store.project("q").providers["oidc.y"]?.clientID == "y")
    #expect(try !store.places(ofProvider: "oidc.y").issuers.contains("i"))
  }
}
