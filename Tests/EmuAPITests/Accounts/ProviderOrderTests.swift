import EmuTestSupport
import Testing

@Suite final class `The order of a user's providers`: EmulatorSuite {
  enum Way: String, Sendable {
    case google = "google.com"
    case apple = "apple.com"
    case password, phone
  }

  @Test(
    arguments: [
      [.google, .password], [.password, .google], [.password, .google, .apple],
      [.google, .apple, .password], [.phone, .google], [.google, .phone, .password],
      [.phone, .password, .apple],
    ] as [[Way]])
  func `the order of a user's providers is that of linking, or phone to password in production`(
    _ ways: [Way]
  ) async throws {
    let uid = try await account(emulator, of: ways)
    #expect(try await providers(emulator, uid) == ways.map(\.rawValue))
    let production = try TestEmulator(profile: .production)
    _ = try await account(production, of: ways)
    let federated = ways.filter { ![.phone, .password].contains($0) }
    let expected = [.phone].filter(ways.contains) + federated + [.password].filter(ways.contains)
    #expect(try await providers(production, uid) == expected.map(\.rawValue))
  }

  @Test func `the order of providers survives a replacement, not an unlinking`() async throws {
    let uid = try await account(emulator, of: [.google, .password, .phone])
    try await update(link(.google, rawID: "another"))
    try await update(["password": "secret2", "phoneNumber": "+15550199"])
    #expect(try await providers(emulator, uid) == ["google.com", "password", "phone"])
    try await update(["deleteProvider": ["google.com"]])
    try await update(link(.google, rawID: "again"))
    #expect(try await providers(emulator, uid) == ["password", "phone", "google.com"])
  }

  @Test func `the order of providers set at once ends with password and phone`() async throws {
    let uid = try await account(emulator, of: [.google])
    try await update(
      ["phoneNumber": "+15555550100", "password": "secret1", "email": "ada@example.com"])
    #expect(try await providers(emulator, uid) == ["google.com", "password", "phone"])
  }

  @Test func `the order of an import's providers has the federated ones first`() async throws {
    await emulator.batchCreate([
      [
        "localId": "ada", "email": "ada@example.com", "rawPassword": "secret1",
        "phoneNumber": "+15555550100",
        "providerUserInfo": [
          ["providerId": "google.com", "rawId": "g"], ["providerId": "apple.com", "rawId": "a"],
        ],
      ]
    ]).expect(["error": []])
    let order = ["google.com", "apple.com", "password", "phone"]
    #expect(try await providers(emulator, "ada") == order)
  }

  private func account(_ emulator: TestEmulator, of ways: [Way]) async throws -> String {
    _ = await emulator.admin("accounts", ["localId": "ada", "email": "ada@example.com"])
    for way in ways {
      let change: JSONObject =
        switch way {
        case .google, .apple: link(way, rawID: way.rawValue)
        case .password: ["password": "secret1"]
        case .phone: ["phoneNumber": "+15555550100"]
        }
      try await update(change, emulator)
    }
    return "ada"
  }

  private func link(_ way: Way, rawID: String) -> JSONObject {
    ["linkProviderUserInfo": ["providerId": .string(way.rawValue), "rawId": .string(rawID)]]
  }

  private func update(_ change: JSONObject, _ other: TestEmulator? = nil) async throws {
    let reply = await (other ?? emulator).change("ada", change)
    try #require(reply.status == 200, "\(reply.json)")
  }

  private func providers(_ emulator: TestEmulator, _ uid: String) async throws -> [String]? {
    let providers = try await emulator.shown(uid)["providerUserInfo"]?.array
    return providers?.compactMap { $0["providerId"]?.string }
  }
}
