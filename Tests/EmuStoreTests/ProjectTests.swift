import EmuStore
import Testing

@testable import EmuModel

@Suite struct `Projects in the store` {
  @Test func `projects in the store follow the store's profile until theirs is set`() throws {
    try withPath { path in
      let first = try Store(Store.Configuration(path: path, profile: .compatible))
      _ = try first.project(making: "p")
      try first.close()
      let second = try Store(Store.Configuration(path: path, profile: .production))
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
    #expect(after.providers.isEmpty)
    #expect(try store.projectID(ofAPIKey: "k") == nil)
    #expect(try store.tenant("t", in: project) == nil)
  }
}
