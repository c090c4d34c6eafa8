import EmuStore
import Testing

@testable import EmuModel

@Suite struct `Projects in the store` {
  @Test(arguments: StoreKind.allCases)
  func `projects in the store keep their switches, configuration, providers and keys`(
    _ kind: StoreKind
  ) throws {
    try kind.check { store in
      let project = try store.project(making: "p")
      try store.write { writer in
        var switches = project.switches
        switches.set(profile: .production)
        switches.set(.recentLogin, to: .off)
        try writer.update(switches: switches, of: project, in: store)
        var config = Config.initial
        config.signIn?.allowDuplicateEmails = true
        config.authorizedDomains = ["x.test"]
        try writer.update(config: config, of: project, in: store)
        try writer.upsert(
          provider: "apple.com", ProviderConfig(clientID: "a", bundleIDs: ["b"]), of: project,
          in: store)
        #expect(try writer.register(apiKey: "k1", for: project, in: store) == nil)
      }
    } _: { store, _ in
      let project = try store.project(making: "p")
      #expect(project.switches.profile == .production)
      #expect(project.switches[.recentLogin] == .off)
      #expect(project.switches[.idTokenExpiry] == .on)
      #expect(project.allowsDuplicateEmails)
      #expect(project.authorizedDomains == ["x.test"])
      #expect(project.providers["apple.com"]?.audiences == ["a", "b"])
      #expect(try store.projectID(ofAPIKey: "k1") == "p")
      #expect(try store.projectID(ofAPIKey: "k2") == nil)
    }
  }

  @Test func `projects in the store follow the store's profile until theirs is set`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let first = try Store(Store.Configuration(path: path, profile: .compatible))
      _ = try first.project(making: "p")
      try first.close()
      let second = try Store(Store.Configuration(path: path, profile: .production))
      #expect(try second.project(making: "p").switches.profile == .production)
      try second.close()
    }
  }

  @Test func `projects in the store report the owner of a registered key`() throws {
    let store = try Store(Store.Configuration())
    let (p, q) = (try store.project(making: "p"), try store.project(making: "q"))
    try store.write { writer throws in
      #expect(try writer.register(apiKey: "k", for: p, in: store) == nil)
      #expect(try writer.register(apiKey: "k", for: p, in: store) == nil)
      #expect(try writer.register(apiKey: "k", for: q, in: store) == "p")
    }
    #expect(try store.projectID(ofAPIKey: "k") == "p")
  }

  @Test(arguments: [true, false])
  func `projects in the store are empty after a reset of one or all`(_ isAll: Bool) throws {
    let store = try Store(Store.Configuration())
    let project = try store.project(making: "p")
    let scope = try store.scope()
    try store.add(User(uid: "u", createdAt: noon), in: scope)
    try store.write { writer in
      _ = try writer.insertTenant("t", in: project)
      _ = try writer.register(apiKey: "k", for: project, in: store)
      try writer.upsert(provider: "oidc.x", ProviderConfig(clientID: "c"), of: project, in: store)
      try writer.update(config: Config(), of: project, in: store)
      _ = try writer.upsert(
        Person(issuer: "google.com", subject: "s"),
        in: PeopleScope(projectKey: project.key, issuer: "google.com"))
      try writer.keepPendingCredential(
        token: "pt", providerID: "x", rawID: "y", credential: "{}", in: scope, now: noon,
        lifetime: .seconds(60))
      try writer.insert(
        OobCode(code: "o", kind: .passwordReset, email: "a@b.c", link: "", createdAt: noon),
        in: scope)
      try writer.insert(
        VerificationCode(session: "s", phoneNumber: "+1", code: "1", createdAt: noon), in: scope)
      try writer.insert(
        TemporaryProof(proof: "t", phoneNumber: "+1", createdAt: noon), in: scope)
    }
    try store.write { writer in
      if isAll { try writer.resetAll(in: store) } else { try writer.reset(project, in: store) }
    }
    let after = try store.project(making: "p")
    #expect(after.config == .initial)
    #expect(after.providers.isEmpty)
    #expect(try store.projectID(ofAPIKey: "k") == nil)
    #expect(try store.tenant("t", in: project) == nil)
    try store.read { reader throws in
      #expect(try reader.userCount(in: scope) == 0)
      #expect(try reader.pendingCredential(token: "pt", in: scope, at: noon) == nil)
      #expect(try reader.oobCode("o", in: scope) == nil)
      #expect(
        try reader.oobCodeCount(
          kind: .passwordReset, email: "a@b.c", since: noon, in: scope, limit: 1) == 0)
      #expect(try reader.verificationCode(session: "s", in: scope) == nil)
      #expect(try reader.temporaryProof("t", phoneNumber: "+1", in: scope) == nil)
      let people = PeopleScope(projectKey: project.key, issuer: "google.com")
      #expect(try reader.people(in: people).isEmpty)
    }
  }
}
