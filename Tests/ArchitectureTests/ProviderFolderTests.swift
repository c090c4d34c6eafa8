import Testing

/// A provider is a folder and a line: no other file distinguishes providers.
@Suite struct `Provider folders` {
  private static let homes = ["Sources/EmuIssuers/Sites", "Sources/EmuIdentity"]

  /// Files that name a provider because they concern only that one.
  private static let reasons = [
    "Sources/AuthEmulatorTestKit/Credentials/": "a call for each provider that apps sign in with",
    "Sources/EmuIssuers/Sites/ProviderSites": "the table of the providers, and what it gives",
    "Sources/EmuIdentity/ProviderRegistry.swift": "the families oidc.* and saml.*",
    "Sources/EmuAPI/Accounts/GameCenter/": "an operation of the API for Game Center",
    "Sources/EmuAPI/Accounts/RevokeToken/": "an operation of the API for Apple",
    "Sources/EmuAPI/Accounts/IssueSamlResponse.swift": "Google as a relying party",
    "Sources/EmuAPI/Configuration/Providers/DefaultSupportedIdpConfigs.swift":
      "the field apple_sign_in_config of the API",
    "Sources/EmuAPI/Configuration/Projects/GetProject.swift":
      "the names of providers in the first version of the API",
    "Sources/EmuModel/Accounts/AccountColumn.swift":
      "the columns that files of auth:export have for ten providers",
    "Sources/EmuCommand/Init/InitCommand.swift": "the person of the example seed",
    "Sources/EmuIssuers/Sites/PlayGames/": "codes of Play Games are Google's",
    "Sources/EmuCommand/Topics/": "examples of commands, and the page about Apple",
    "Sources/EmuControlCalls/ControlEntry.swift": "the issuer of the examples in the documents",
  ]

  private struct Provider {
    let name: String
    let ids: Set<String>
    let types: Set<String>

    init(name: String, files: [SourceFile]) {
      self.name = name
      let id = /^ *(?:package |static )*let (?:id|providerID) = "([a-z.]+)"/
      ids = Set(
        files.flatMap(\.code).compactMap { $0.text.firstMatch(of: id).map { String($0.1) } })
      types = files.reduce(into: Set<String>()) { $0.formUnion($1.types) }
    }

    func owns(_ file: SourceFile) -> Bool {
      homes.contains { file.path.hasPrefix("\($0)/\(name)/") }
    }

    static func all() throws -> [Provider] {
      let files = try homes.flatMap(SourceFile.all(below:))
      return try SourceFile.folders(in: homes[0]).map { name in
        let folders = homes.map { "\($0)/\(name)/" }
        return Provider(
          name: name, files: files.filter { file in folders.contains { file.path.hasPrefix($0) } })
      }
    }
  }

  /// Returns the lines that name a provider by its id, alone, in a sentence or in a path, or by a
  /// type.
  private static func mentions(in file: SourceFile, of providers: [Provider]) -> [Int] {
    let ids = providers.reduce(into: Set<String>()) { $0.formUnion($1.ids) }
    let types = providers.reduce(into: Set<String>()) { $0.formUnion($1.types) }
    return file.words.filter { line in
      !ids.isDisjoint(with: line.texts) || !types.isDisjoint(with: line.names)
    }.map(\.number)
  }

  @Test func `provider folders are the only places that name their provider`() throws {
    let providers = try Provider.all()
    #expect(providers.count > 8)
    #expect(providers.allSatisfy { !$0.types.isEmpty })
    #expect(providers.filter { $0.ids.isEmpty }.map(\.name) == ["GenericOIDC"])
    var used: Set<String> = []
    for file in try SourceFile.all(below: "Sources") {
      let others = providers.filter { !$0.owns(file) }
      let lines = Self.mentions(in: file, of: others)
      guard !lines.isEmpty else { continue }
      let reason = Self.reasons.keys.first { file.path.hasPrefix($0) }
      #expect(
        reason != nil, "\(file.path):\(lines[0]) names a provider; give it an ability instead")
      if let reason { used.insert(reason) }
    }
    let idle = Set(Self.reasons.keys).subtracting(used).sorted()
    #expect(idle.isEmpty, "these name no provider any more: \(idle)")
  }

  @Test func `provider folders are recognised by an id, a path and a type`() throws {
    let home = SourceFile(
      path: "Sources/EmuIssuers/Sites/Apple/Apple.swift",
      text: """
        package struct Apple: IdentityProvider {
          package static let providerID = "apple.com"
        }
        final class TeamKeys {}
        """)
    let file = SourceFile(
      path: "Sources/X/Y.swift",
      text: """
        if id == "apple.com" {}
        let id = Apple.providerID
        let keys = TeamKeys()
        throw error("apple.com alone has it")
        throw error("POST /emulator/v1/issuers/apple.com/tokens makes one")
        let config: AppleIssuerOptions
        // "apple.com"
        let page = "https://developer.apple.com/documentation"
        if id == "gc.apple.com" {}
        let text = "Apple's relay" // of Apple
        """)
    let apple = Provider(name: "Apple", files: [home])
    #expect(Self.mentions(in: file, of: [apple]) == [1, 2, 3, 4, 5])
  }
}
