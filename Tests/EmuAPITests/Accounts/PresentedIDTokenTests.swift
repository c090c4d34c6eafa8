import EmuServer
import EmuTestSupport
import Testing

@Suite final class `A presented ID token`: EmulatorSuite {
  private func lookup(_ token: String, _ other: TestEmulator? = nil) async -> Reply {
    await (other ?? emulator).client("accounts:lookup", ["idToken": .string(token)])
  }

  @Test func `a presented ID token may be one that a test wrote by itself`() async throws {
    let ada = try await emulator.signUp()
    #expect(await lookup(Handwritten.idToken(uid: ada.uid)).status == 200)
  }

  @Test(
    arguments: [
      ["aud": "other"], ["iss": "https://securetoken.google.com/other"], ["aud": nil],
      ["iss": "https://session.firebase.google.com/demo-project"], ["iat": nil],
      ["sub": nil, "user_id": nil], ["sub": "", "user_id": ""], ["iat": "soon"],
      ["iat": 9_223_372_036_854_775_807], ["iat": 9_223_372_036_854_775_807, "exp": nil],
      ["auth_time": 9_223_372_036_854_775_807], ["auth_time": -9_223_372_036_854_775],
      ["exp": -9_223_372_036_854_775_807],
    ] as [JSONObject])
  func `a presented ID token is refused when it cannot be ours`(_ claims: JSONObject) async throws {
    let ada = try await emulator.signUp()
    let reply = await lookup(Handwritten.idToken(uid: ada.uid, claims))
    reply.expect(refusal: "INVALID_ID_TOKEN")
    #expect(reply.decisions == ["idToken: refused", "apiKey: chose"])
  }

  @Test func `a presented ID token may expire after the last time of the calendar`() async throws {
    let ada = try await emulator.signUp()
    let change: JSONObject = ["validSince": .int(Timestamp.secondsRange.upperBound)]
    #expect(await emulator.change(ada.uid, change).status == 200)
    let again = try SignedIn(await emulator.signInWithPassword())
    #expect(await lookup(again.idToken).status == 200)
  }

  @Test(arguments: ["junk", "a.b", "a.b.c", "..", "e30.e30.", "eyJhbGciOiJub25lIn0.W10."])
  func `a presented ID token is refused when it is invalid`(_ text: String) async throws {
    #expect(await lookup(text).errorMessage == "INVALID_ID_TOKEN")
  }

  @Test(arguments: [SwitchValue.off, .warn, .on])
  func `a presented ID token expires at 65 minutes`(_ value: SwitchValue) async throws {
    let ada = try await emulator.signUp()
    try emulator.set([.idTokenExpiry: value])
    emulator.advance(.seconds(3899))
    #expect(await lookup(ada.idToken).decisions == [])
    emulator.advance(.seconds(1))
    let reply = await lookup(ada.idToken)
    // INVALID_ID_TOKEN signs no user out; TOKEN_EXPIRED would.
    #expect(reply.errorMessage == (value == .on ? "INVALID_ID_TOKEN" : nil))
    let outcomes = [SwitchValue.on: "idTokenExpiry: refused", .warn: "idTokenExpiry: warned"]
    #expect(reply.decisions == [outcomes[value]].compactMap(\.self))
  }

  // MARK: Signed tokens

  @Test func `a presented ID token must be signed where the emulator signs`() async throws {
    let emulator = try TestEmulator { $0.signsIDTokens = true }
    let ada = try await emulator.signUp()
    let parts = ada.idToken.split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 3 && !parts[2].isEmpty)
    #expect(await lookup(ada.idToken, emulator).status == 200)
    await lookup(Handwritten.idToken(uid: ada.uid), emulator).expect(refusal: "INVALID_ID_TOKEN")
    // Another user's claims with this signature.
    let claims = Handwritten.idToken(uid: "eve").split(separator: ".")[1]
    let forged = "\(parts[0]).\(claims).\(parts[2])"
    #expect(await lookup(forged, emulator).errorMessage == "INVALID_ID_TOKEN")
    #expect(await lookup("\(parts[0]).\(parts[1]).", emulator).errorMessage == "INVALID_ID_TOKEN")
  }

  @Test func `a presented ID token of another signer is always refused`() async throws {
    let signing = try TestEmulator { $0.signsIDTokens = true }
    var tokens: [String] = []
    for emulator in [signing, emulator] {
      let user: JSON = ["localId": "ada", "email": "ada@example.com", "password": "secret1"]
      #expect(await emulator.admin("accounts", user).status == 200)
      let signedIn = await emulator.signInWithPassword()
      tokens.append(try #require(signedIn["idToken"]?.string))
    }
    #expect(await lookup(tokens[0]).errorMessage == "INVALID_ID_TOKEN")
    #expect(await lookup(tokens[1]).status == 200)
  }

  // MARK: Tokens that were read before

  @Test func `an ID token that was read before is refused once its user is deleted`() async throws {
    let ada = try await emulator.signUp()
    #expect(await lookup(ada.idToken).status == 200)
    _ = await emulator.client("accounts:delete", as: ada)
    #expect(await lookup(ada.idToken).errorMessage == "USER_NOT_FOUND")
  }

  @Test func `an ID token that was read before replaces no similar text`() async throws {
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
    for number in 0..<3 { users.append(try await emulator.signUp("ada\(number)@example.com")) }
    // More tokens than the cache has, forwards and backwards: the last ones are cached, the first
    // ones are not.
    let numbers = Array(0..<600)
    for number in numbers + numbers.reversed() {
      let user = users[number % users.count]
      let token = Handwritten.idToken(uid: user.uid, ["name": .string("Ada \(number)")])
      #expect(await lookup(token)["users"]?.array?.first?["localId"]?.string == user.uid)
    }
  }

  @Test func `an ID token that is too long to be kept is read each time`() async throws {
    let ada = try await emulator.signUp()
    let name: JSON = .repeating("a", 5000)
    let token = Handwritten.idToken(uid: ada.uid, ["name": name])
    for _ in 0..<2 { #expect(await lookup(token).status == 200) }
  }
}
