import EmuTestSupport
import Testing

/// Claims of a wrong type or of extreme size never reach the store, and never cause an internal
/// error.
@Suite final class `accounts:signInWithIdp with strange claims`: EmulatorSuite {
  private static let long = String(repeating: "x", count: 100_000)

  @Test(
    arguments: [
      ["name": ["first": "Ann"]], ["name": 7], ["name": ["Ann"]], ["name": true], ["name": nil],
      ["email": 7], ["email": ["a@b.co"]], ["email": ["x": 1]], ["email": false],
      ["email": "no address"], ["email": "a@b@c"], ["email": "a\u{0}@b.co"],
      ["picture": ["data": ["url": "https://x"]]], ["picture": 1],
      ["screen_name": [1, 2]], ["given_name": 1, "family_name": ["x": 1]], ["locale": ["a": 1]],
      ["email_verified": ["true"]], ["email_verified": ["x": true]], ["email_verified": nil],
      ["exp": "soon", "iat": [1], "iss": 7, "aud": ["x": 1], "nonce": 9],
      ["exp": 1e300, "iat": -1e300], ["exp": 9_223_372_036_854_775_807],
      ["name": .string(long), "picture": .string(long), "screen_name": .string(long)],
      ["email": .string(long + "@example.com")],
      ["deep": ["a": ["b": ["c": ["d": [1, [2, [3]]]]]]], "number": 1e308],
    ] as [JSONObject])
  func `strange claims are dropped, and what is sound is kept`(strange: JSONObject) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      for provider in ["google.com", "apple.com", "facebook.com", "oidc.corp"] {
        let claims = Idp.claims("id-\(provider)", email: nil, verified: nil, strange)
        let reply = await emulator.signIn(provider, claims: claims)
        #expect(reply.status == 200)
        try emulator.storedUser(of: reply).expect(
          (\.email, nil), (\.displayName, nil), (\.photoURL, nil), (\.screenName, nil),
          (\.emailVerified, false))
        await emulator.client("accounts:lookup", ["idToken": reply["idToken"] ?? .null]).expect(200)
      }
    }
  }

  @Test(
    arguments: [
      nil, 7, 7.5, true, ["g1"], ["sub": "g1"], "", .repeating("s", 513),
      .string(long),
    ] as [JSON])
  func `strange claims are refused without a subject that is a text`(subject: JSON) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      let reply = await emulator.signIn(
        "google.com", claims: ["sub": subject, "email": "ann@example.com"])
      #expect(reply.status == 400)
      #expect(reply.errorCode == "INVALID_IDP_RESPONSE")
      #expect(
        reply.errorMessage?.hasPrefix(
          "INVALID_IDP_RESPONSE : ID Token does not contain user's identity in 'sub' claim: {")
          == true)
      #expect(reply.bytes.count < 5000)
      #expect(await emulator.userCount() == 0)
    }
  }

  @Test func `a subject has at most 512 characters`() async throws {
    let subject = String(repeating: "s", count: 512)
    let reply = await emulator.signIn("google.com", subject)
    #expect(try emulator.storedUser(of: reply).links.first?.rawID == subject)
  }

  @Test(arguments: [
    (JSON.bool(true), true), (.bool(false), false), ("true", true), ("false", false),
    ("", false), ("FALSE", false), ("1", true), ("0", false), ("yes", false), (0, false),
    (nil, false),
  ])
  func `Apple's flag of a verified address may be a text`(flag: JSON, verified: Bool) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      let reply = await emulator.signIn("apple.com", "a1", verified: nil, ["email_verified": flag])
      #expect(reply["emailVerified"] == .bool(verified))
      #expect(try emulator.storedUser(of: reply).emailVerified == verified)
    }
  }

  @Test func `Apple's flag of the text false takes no account over`() async throws {
    let owner = try await emulator.account()
    let reply = await emulator.signIn("apple.com", "a1", verified: nil, ["email_verified": "false"])
    #expect(reply["needConfirmation"] == true)
    #expect(try emulator.user(owner.uid)?.hasPassword == true)
  }

  @Test func `huge numbers, lone surrogates and control characters are survived`() async throws {
    for claims in [
      #"{"sub":"n","x":1e999}"#, #"{"sub":"s\ud800","name":"\udc00"}"#,
      #"{"sub":"c\u0000d","name":"a\u0001b"}"#,
    ] {
      let reply = await emulator.post(
        "providerId=github.com&id_token=" + PercentEncoding.queryComponent(claims))
      #expect(reply.status == 200 || reply.status == 400, "\(claims)")
      #expect(reply.json != .null)
      if reply.status == 200 {
        #expect((try? JSON(parsing: reply["rawUserInfo"]?.string ?? "")) != nil, "\(claims)")
        #expect(try emulator.storedUser(of: reply).links.count == 1)
      }
    }
    let nested = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    await emulator.post("providerId=github.com&id_token=" + #"{"sub":"d","x":\#(nested)}"#)
      .expect(400)
  }

  @Test(
    arguments: [
      ["autoCreate": "maybe"], ["returnIdpCredential": ["x": 1]], ["postBody": 7],
      ["requestUri": ["http://localhost"]], ["idToken": true], ["pendingToken": [1]],
    ] as [JSONObject])
  func `a field of the wrong type is named in the refusal`(options: JSONObject) async throws {
    let reply = await emulator.signIn("google.com", "g1", options: options)
    #expect(reply.status == 400)
    let field = try #require(options.first { _ in true }?.key)
    let message = reply.errorMessage ?? ""
    let snake = field.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
    #expect(message.contains(snake) || message.contains(field), "\(message)")
    #expect(await emulator.userCount() == 0)
  }

  /// Texts with some bytes changed, dropped or doubled; the same ones in every run.
  @Test func `a body of random changes never fails internally`() async {
    let seeds = [
      #"providerId=apple.com&id_token={"sub":"a","email":"a@b.co"}&user={"name":{"firstName":"A"}}"#,
      "providerId=google.com&id_token=%7B%22sub%22%3A%22g%22%2C%22name%22%3A%22A%22%7D&nonce=n",
      #"providerId=saml.x&SAMLResponse={"assertion":{"subject":{"nameId":"a@b.co"}}}"#,
      "providerId=oidc.x&id_token=eyJhbGciOiJub25lIn0.eyJzdWIiOiJnMSJ9.&access_token=x&code=c",
    ]
    var state: UInt64 = 42
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for round in 0..<400 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0...next(3) {
        let index = next(bytes.count)
        switch next(3) {
        case 0: bytes[index] = UInt8(next(256))
        case 1: bytes.remove(at: index)
        default: bytes.insert(bytes[next(bytes.count)], at: index)
        }
      }
      let body = String(decoding: bytes, as: UTF8.self)
      let reply = await emulator.post(body)
      #expect(reply.status == 200 || reply.status == 400, "\(body)")
      #expect(reply.json.object != nil, "\(body)")
    }
  }

  @Test func `a refusal of strange claims changes nothing`() async throws {
    let guest = try await emulator.signUpAnonymously()
    let before = try emulator.user(guest.uid)
    _ = await emulator.signIn(
      "google.com", claims: ["sub": 1, "email": "a@b.co"], options: guest.linking)
    #expect(try emulator.user(guest.uid) == before)
  }
}
