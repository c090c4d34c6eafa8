import EmuTestSupport
import Testing

/// The name that Apple sends once, beside the token (docs/reference/apple.md#apple-in-firebase).
@Suite struct `accounts:signInWithIdp with Apple's user text` {
  private static let claims = #"{"sub":"a1","email":"ann@example.com","email_verified":"true"}"#

  private func post(
    _ user: String, _ emulator: TestEmulator, options: JSONObject = [:]
  ) async -> Reply {
    await emulator.post(
      "providerId=apple.com&id_token=\(PercentEncoding.queryComponent(Self.claims))&user=\(user)",
      options: options)
  }

  @Test(arguments: Profile.allCases)
  func `Apple's user text names a new user`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let text = #"{"name":{"firstName":"Ann","lastName":"Lee"},"email":"ann@example.com"}"#
    let reply = await post(PercentEncoding.queryComponent(text), emulator)
    Idp.expect(reply, is: "apple-name", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.displayName == "Ann Lee")
    #expect(user.link(to: "apple.com")?.displayName == "Ann Lee")
  }

  /// iOS percent-decodes its body, and sorts the keys.
  @Test(
    arguments: [
      (#"{"name":{"firstName":"Ann","lastName":"Lee"}}"#, "Ann Lee", false),
      (#"{"name":{"firstName":"Ann+Marie","lastName":"O'Neil"}}"#, "Ann+Marie O'Neil", false),
      (#"{"name":{"firstName":"100%","lastName":"名"}}"#, "100% 名", false),
      (#"{"name":{"firstName":"Ann"}}"#, "Ann", false),
      (#"{"name":{"lastName":"Lee"}}"#, "Lee", false),
      // iOS sends the name unencoded, so the ampersand ends the field.
      (#"{"name":{"firstName":"Ann & Bob","lastName":"Lee"}}"#, nil, true),
      (#"{"name":{"firstName":"Ann %26 Bob","lastName":"Lee"}}"#, "Ann & Bob Lee", false),
      (#"{"name":{}}"#, nil, false), ("garbage", nil, false),
    ] as [(String, String?, Bool)], Profile.allCases)
  func `Apple's user text is read as iOS writes it, and the log says when an ampersand cuts it`(
    row: (text: String, name: String?, isTold: Bool), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let reply = await post(row.text, emulator)
    #expect(reply.status == 200, "\(reply.json)")
    #expect(try emulator.storedUser(of: reply).displayName == row.name)
    let rules = reply.annotations.decisions.map(\.rule.text)
    #expect(rules.contains("appleUser") == row.isTold, "\(rules)")
  }

  @Test(arguments: [
    "", "garbage", "{", "[]", "7", #"{"name":7}"#, #"{"name":{}}"#, #"{"name":{"firstName":7}}"#,
    #"{"name":{"firstName":"","lastName":""}}"#, #"{"name":{"firstName":["Ann"]}}"#,
    #"{"name":{"firstName":"\#(String(repeating: "A", count: 5000))"}}"#,
  ])
  func `a malformed user text names no user and stops no sign-in`(text: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      let reply = await post(PercentEncoding.queryComponent(text), emulator)
      reply.expect(["displayName": nil])
      #expect(try emulator.storedUser(of: reply).displayName == nil)
    }
  }

  @Test(arguments: Profile.allCases)
  func `Apple's user text names a nameless user, and renames none`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await post("", emulator)
    #expect(try emulator.storedUser(of: first).displayName == nil)
    for text in [#"{"name":{"firstName":"Ann"}}"#, #"{"name":{"firstName":"Eve"}}"#, ""] {
      _ = await post(text, emulator)
      #expect(try emulator.storedUser(of: first).displayName == "Ann", "\(text)")
    }
  }

  @Test(arguments: Profile.allCases)
  func `compatible names an anonymous user by Apple's user text`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let guest = try await emulator.signUpAnonymously()
    let reply = await post(
      #"{"name":{"firstName":"Ann","lastName":"Lee"}}"#, emulator, options: guest.linking)
    #expect(
      try emulator.storedUser(of: reply).displayName == (profile == .production ? nil : "Ann Lee"))
  }

  @Test(arguments: Profile.allCases)
  func `a user text of another provider than Apple is no name`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let reply = await emulator.post(
      "providerId=google.com&id_token=\(Self.claims)&user="
        + #"{"name":{"firstName":"Ann","lastName":"Lee"}}"#)
    #expect(reply.status == 200)
    #expect(try emulator.storedUser(of: reply).displayName == nil)
  }
}
