import Testing

/// A provider is a folder and a line: no other file asks which provider it serves.
@Suite struct `Provider folders` {
  /// Where providers have their folders.
  private static let homes = ["Sources/EmuIssuers/Sites", "Sources/EmuProviders"]

  /// Files that name a provider because they are about that one alone.
  private static let reasons = [
    "Sources/EmuIssuers/Sites/ProviderSites.swift": "the table of the providers",
    "Sources/EmuAPI/Accounts/GameCenter/": "an operation of the API for Game Center",
    "Sources/EmuAPI/Accounts/RevokeToken.swift": "an operation of the API for Apple",
    "Sources/EmuAPI/Accounts/IssueSamlResponse.swift": "Google as a relying party",
    "Sources/EmuModel/SecondFactors/SecondFactorRule.swift": "first factors, by their names",
  ]

  /// The names of the folders that are a provider's.
  private static func names() throws -> [String] {
    try SourceFile.folders(in: homes[0]).filter { $0 != "GenericOIDC" }
  }

  /// The lines that name a provider by its id or by its types.
  private static func mentions(in file: SourceFile, of names: [String]) throws -> [Int] {
    let types = names.joined(separator: "|")
    let ids = types.lowercased()
    let mention = try Regex(
      "\"(?:[a-z]+\\.)?(?:\(ids))\\.com\"|\\b(?:\(types))(?:Issuer\\b|\\.[a-z]|\\(\\))")
    return try file.code.filter { try mention.firstMatch(in: $0.text) != nil }.map(\.number)
  }

  @Test func `are the only places that name their provider`() throws {
    let names = try Self.names()
    #expect(names.count > 8)
    var used: Set<String> = []
    for file in try SourceFile.all(below: "Sources") {
      let isHome = Self.homes.contains { home in
        names.contains { file.path.hasPrefix("\(home)/\($0)/") }
      }
      let lines = isHome ? [] : try Self.mentions(in: file, of: names)
      guard !lines.isEmpty else { continue }
      let reason = Self.reasons.keys.first { file.path.hasPrefix($0) }
      #expect(
        reason != nil, "\(file.path):\(lines[0]) names a provider; give it an ability instead")
      if let reason { used.insert(reason) }
    }
    let idle = Set(Self.reasons.keys).subtracting(used).sorted()
    #expect(idle.isEmpty, "these name no provider any more: \(idle)")
  }

  @Test func `are recognised by an id, a type and an issuer`() throws {
    let file = SourceFile(
      path: "Sources/X/Y.swift",
      text: """
        if id == "apple.com" {}
        if id == "gc.apple.com" {}
        let id = Apple.providerID
        let provider = Apple()
        let issuer = AppleIssuer()
        throw error("apple.com alone has it")
        let config: AppleIssuerSettings
        // "apple.com"
        """)
    #expect(try Self.mentions(in: file, of: ["Apple"]) == [1, 2, 3, 4, 5])
  }
}
