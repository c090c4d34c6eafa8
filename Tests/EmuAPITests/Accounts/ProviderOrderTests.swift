import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `The order of a user's providers` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  /// A sign-in method that is added to an account.
  enum Way: String, Sendable {
    case google = "google.com"
    case apple = "apple.com"
    case password, phone
  }

  static let orders: [[Way]] = [
    [.google, .password], [.password, .google], [.password, .google, .apple],
    [.google, .apple, .password], [.phone, .google], [.google, .phone, .password],
    [.phone, .password, .apple],
  ]

  @Test(arguments: orders)
  func `the order of a user's providers is the order of linking`(_ ways: [Way]) async throws {
    let uid = try await account(emulator, of: ways)
    #expect(await providers(emulator, uid) == ways.map(\.rawValue))
  }

  @Test(arguments: orders)
  func `the order of providers begins with the phone and ends with the password in production`(
    _ ways: [Way]
  ) async throws {
    let emulator = try TestEmulator(profile: .production)
    let uid = try await account(emulator, of: ways)
    let federated = ways.filter { ![.phone, .password].contains($0) }
    let expected = [.phone].filter(ways.contains) + federated + [.password].filter(ways.contains)
    #expect(await providers(emulator, uid) == expected.map(\.rawValue))
  }

  @Test
  func `the order of providers stays on a replacement, and restarts on an unlinking`()
    async throws
  {
    let uid = try await account(emulator, of: [.google, .password, .phone])
    await update(emulator, uid, link(.google, rawID: "another"))
    await update(emulator, uid, ["password": "secret2", "phoneNumber": "+15550199"])
    #expect(await providers(emulator, uid) == ["google.com", "password", "phone"])
    await update(emulator, uid, ["deleteProvider": ["google.com"]])
    await update(emulator, uid, link(.google, rawID: "again"))
    #expect(await providers(emulator, uid) == ["password", "phone", "google.com"])
  }

  @Test func `the order of providers ends with password and phone if several are set together`()
    async throws
  {
    let uid = try await account(emulator, of: [.google])
    await update(
      emulator, uid,
      ["phoneNumber": "+15555550100", "password": "secret1", "email": "ada@example.com"])
    #expect(await providers(emulator, uid) == ["google.com", "password", "phone"])
  }

  @Test
  func `the order of an import's providers has the federated ones first, in their order`() async {
    let row: JSON = [
      "localId": "ada", "email": "ada@example.com", "rawPassword": "secret1",
      "phoneNumber": "+15555550100",
      "providerUserInfo": [
        ["providerId": "google.com", "rawId": "g"], ["providerId": "apple.com", "rawId": "a"],
      ],
    ]
    let reply = await emulator.admin("accounts:batchCreate", ["users": [row]])
    #expect(reply["error"] == [])
    #expect(
      await providers(emulator, "ada") == ["google.com", "apple.com", "password", "phone"])
  }

  /// Creates an account with several sign-in methods.
  private func account(_ emulator: TestEmulator, of ways: [Way]) async throws -> String {
    _ = await emulator.admin("accounts", ["localId": "ada", "email": "ada@example.com"])
    for way in ways {
      let change: JSONObject =
        switch way {
        case .google, .apple: link(way, rawID: way.rawValue)
        case .password: ["password": "secret1"]
        case .phone: ["phoneNumber": "+15555550100"]
        }
      await update(emulator, "ada", change)
    }
    return "ada"
  }

  private func link(_ way: Way, rawID: String) -> JSONObject {
    [
      "linkProviderUserInfo": [
        "providerId": .string(way.rawValue), "rawId": .string(rawID),
      ]
    ]
  }

  private func update(_ emulator: TestEmulator, _ uid: String, _ change: JSONObject) async {
    var body = change
    body["localId"] = .string(uid)
    let reply = await emulator.admin("accounts:update", .object(body))
    #expect(reply.status == 200, "\(reply.json)")
  }

  private func providers(_ emulator: TestEmulator, _ uid: String) async -> [String]? {
    let reply = await emulator.admin("accounts:lookup", ["localId": [.string(uid)]])
    return reply["users"]?[0]?["providerUserInfo"]?.array?.compactMap {
      $0["providerId"]?.string
    }
  }
}
