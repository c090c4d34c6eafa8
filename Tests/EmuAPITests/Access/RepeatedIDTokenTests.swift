import EmuJSON
import EmuTestSupport
import Testing

/// The cache of parsed ID tokens.
@Suite struct `An ID token that was read before` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private func lookup(_ token: String) async -> Reply {
    await emulator.client("accounts:lookup", ["idToken": .string(token)])
  }

  @Test func `an ID token that was read before is refused once its user is deleted`() async throws {
    let ada = try await emulator.signUp()
    #expect(await lookup(ada.idToken).status == 200)
    _ = await emulator.client("accounts:delete", ["idToken": .string(ada.idToken)])
    #expect(await lookup(ada.idToken).errorMessage == "USER_NOT_FOUND")
  }

  @Test func `an ID token that was read before does not replace a text that looks the same`()
    async throws
  {
    let ada = try await emulator.signUp()
    // Parentheses are KCgo in base64, at any offset.
    let token = Handwritten.idToken(uid: ada.uid, ["name": "(((((("])
    #expect(await lookup(token).status == 200)
    // The Kelvin sign is canonically equivalent to K, so Swift's texts are equal.
    let similar = token.replacing("K", with: "\u{212A}")
    #expect(similar == token && similar.utf8.count > token.utf8.count)
    #expect(await lookup(similar).errorMessage == "INVALID_ID_TOKEN")
    #expect(await lookup(token).status == 200)
  }

  @Test func `every ID token names its own user, however many were read in between`() async throws {
    var users: [SignedIn] = []
    for number in 0..<3 {
      users.append(try await emulator.signUp("ada\(number)@example.com"))
    }
    // More tokens than the cache has, forwards and backwards: the last ones are cached, the first
    // ones are not.
    let numbers = Array(0..<600)
    for number in numbers + numbers.reversed() {
      let user = users[number % users.count]
      let token = Handwritten.idToken(uid: user.uid, ["name": .string("Ada \(number)")])
      let reply = await lookup(token)
      #expect(reply["users"]?.array?.first?["localId"]?.string == user.uid)
    }
  }

  @Test func `an ID token that is too long to be kept is read each time`() async throws {
    let ada = try await emulator.signUp()
    let token = Handwritten.idToken(
      uid: ada.uid, ["name": .string(String(repeating: "a", count: 5000))])
    for _ in 0..<2 { #expect(await lookup(token).status == 200) }
  }
}
