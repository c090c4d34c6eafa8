import EmuTestSupport
import EmuTestTools
import Testing

@Suite final class `Switches`: EmulatorSuite {
  private func notes(_ row: SwitchRow, _ reply: Reply) -> [String] {
    reply.decisions.filter { $0.hasPrefix(row.name.rawValue + ":") }
  }

  @Test(arguments: SwitchRow.all)
  func `switches that are on reject as production does`(_ row: SwitchRow) async throws {
    // The code is tested with the other server codes.
    let reply = try await row.on.reply()
    #expect(notes(row, reply).last == "\(row.name.rawValue): refused", "\(reply.decisions)")
  }

  @Test(arguments: SwitchRow.all)
  func `switches that warn allow requests, and report production's`(row: SwitchRow) async throws {
    let reply = try await row.reply(.warn).expect(200)
    #expect(notes(row, reply).contains("\(row.name.rawValue): warned"), "\(reply.decisions)")
    let answer = "production answers \(row.production)".lowercased()
    #expect(reply.reason.contains { $0.lowercased().contains(answer) }, "\(reply.reason)")
  }

  @Test(arguments: SwitchRow.all)
  func `switches that are off accept everything and report nothing`(_ row: SwitchRow) async throws {
    let reply = try await row.reply(.off).expect(200)
    #expect(notes(row, reply).allSatisfy { $0.hasSuffix(": allowed") }, "\(reply.decisions)")
  }

  // MARK: Switches that choose

  @Test(arguments: [(SwitchValue.claim, false), (.provider, true)])
  func `switches select trusted providers by policy`(value: SwitchValue, asks: Bool) async throws {
    try emulator.set([.trustPolicy: value])
    _ = await emulator.person()
    let reply = await emulator.signIn(
      "facebook.com", claims: ["sub": "f", "email": "ada@example.com", "email_verified": true])
    #expect(reply.status == 200)
    #expect((reply["needConfirmation"] == true) == asks)
    #expect((reply["idToken"] == nil) == asks)
  }

  @Test(arguments: [
    (SwitchValue.passwordAndPhone, ["facebook.com", "google.com"]), (.untrusted, ["google.com"]),
  ]) func `switches select takeover unlinks`(value: SwitchValue, providers: [String]) async throws {
    try emulator.set([.takeoverUnlinks: value])
    _ = await emulator.signIn("facebook.com", claims: ["sub": "f", "email": "ada@example.com"])
    let reply = await emulator.signIn(
      "google.com", claims: ["sub": "g", "email": "ada@example.com", "email_verified": true])
    let uid = try #require(reply["localId"])
    let user = await emulator.admin("accounts:lookup", ["localId": [uid]])["users"]?[0]
    let linked = user?["providerUserInfo"]?.array?.compactMap { $0["providerId"]?.string }
    #expect(linked?.sorted() == providers)
  }

  @Test(arguments: [(SwitchValue.on, 200, nil), (.off, 400, "INVALID_TENANT_ID")])
  func `switches enable the creation of named tenants by autoCreateTenants`(
    _ value: SwitchValue, _ status: Int, _ message: String?
  ) async throws {
    try emulator.set([.autoCreateTenants: value])
    let reply = await emulator.client("accounts:signUp", ["tenantId": "acme"]).expect(status)
    #expect(reply.errorMessage == message)
  }

  // MARK: The table

  /// Switches of the tests above, and that of `AccountRuleTests`.
  private static let elsewhere: Set<Switch> = [
    .trustPolicy, .takeoverUnlinks, .autoCreateTenants, .emailEnumerationProtection,
  ]

  @Test func `switches have the value of their page in each profile`() throws {
    let page = try Repository.text("docs/fidelity/switches.md")
    let rows = page.matches(of: #/(?m)^\| `(\w+)` \| (\w+) \| (\w+) \|/#)
    #expect(Set(rows.map { String($0.1) }) == Set(Switch.allCases.map(\.rawValue)))
    #expect(rows.count == Switch.allCases.count)
    for row in rows {
      let name = try #require(Switch(rawValue: String(row.1)))
      let compatible = try #require(SwitchValue(rawValue: String(row.2)))
      let production = try #require(SwitchValue(rawValue: String(row.3)))
      #expect(EmuModel.Switches(profile: .compatible)[name] == compatible, "\(name)")
      #expect(EmuModel.Switches(profile: .production)[name] == production, "\(name)")
      #expect(Set([compatible, production]).isSubset(of: name.allowedValues), "\(name)")
    }
  }

  @Test func `switches are each tested by a row`() {
    #expect(Set(SwitchRow.all.map(\.name)).union(Self.elsewhere) == Set(Switch.allCases))
    #expect(Set(SwitchRow.all.map(\.name)).isDisjoint(with: Self.elsewhere))
  }

  @Test func `switches or one list govern every difference of the official emulator`() throws {
    let page = try Repository.text("docs/reference/official-emulator.md")
    let rows = try ["Checks", "Results"].map { heading in
      try #require(page.split(separator: "\n## ").first { $0.hasPrefix("\(heading)\n") })
        .matches(of: #/\n\| (\d+) \|/#).compactMap { Int($0.1) }
    }
    let places = rows[0].map { "checks \($0)" } + rows[1].map { "results \($0)" }
    #expect(Contrast.all.map(\.place) == places)
    #expect(places.count == 45)
    #expect(Set(Contrast.all.flatMap(\.decides.switches)) == Set(Switch.allCases))
  }

  @Test func `switches and the list of other differences are tested, row by row`() throws {
    let files = try testNames()
    for row in Contrast.all {
      if case .notHere = row.decides {
        #expect(row.test.isEmpty, "\(row.place)")
      } else {
        #expect(files.contains(row.test), "\(row.place): \(row.test)")
      }
    }
  }
}
