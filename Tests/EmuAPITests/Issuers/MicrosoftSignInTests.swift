import EmuTestSupport
import Testing

/// docs/reference/microsoft.md#microsoft-in-firebase and docs/reference/microsoft.md#id-token.
@Suite struct `signInWithIdp with Microsoft` {
  static let work: JSONObject = [
    "account": [
      "sub": "11111111-2222-3333-4444-555555555555", "email": "Ann.Lee@Contoso.example",
      "name": "Ann Lee",
    ]
  ]
  static let personal: JSONObject = [
    "account": [
      "sub": "4b2eabcdefabcdef", "email": "Ann@Outlook.example", "name": "Ann Lee",
      "tenant": "consumers",
    ]
  ]

  /// The mint order with production's uid.
  static let people: [(order: JSONObject, uid: String, email: String, name: String)] = [
    (work, "11111111-2222-3333-4444-555555555555", "ann.lee@contoso.example", "work"),
    (personal, "4b2eabcdefabcdef", "ann@outlook.example", "personal"),
  ]

  @Test(arguments: 0..<people.count)
  func `compatible accepts Microsoft's ID token`(index: Int) async throws {
    let person = Self.people[index]
    let emulator = try TestEmulator.issuing(.compatible)
    let minted = try await emulator.mint("microsoft.com", person.order)
    let reply = await emulator.present("microsoft.com", ["id_token": minted.idToken])
    reply.expectGolden("microsoft-\(person.name)", .compatible)
    try expectUser(of: reply, person.uid, person.email, emulator)
    #expect(
      reply.log.contains(
        "verifyCredentials warned microsoft.com accepts only the code of the redirect: the audience "
          + "of a token cannot be checked; production answers INVALID_CREDENTIAL_OR_PROVIDER_ID"))
  }

  @Test(arguments: 0..<people.count, Profile.allCases)
  func `Microsoft's code gives both profiles one uid`(index: Int, profile: Profile) async throws {
    let person = Self.people[index]
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("microsoft.com", person.order)
    let reply = await emulator.redeem(minted.code, "microsoft.com")
    reply.expectGolden("microsoft-\(person.name)-code", profile)
    try expectUser(of: reply, person.uid, person.email, emulator)
    #expect(reply["pendingToken"] != nil)
  }

  /// The code of the sign-in page, with any scopes: production reads the profile from Graph.
  @Test(arguments: 0..<people.count, ["openid profile email", "openid", "User.Read"])
  func `both profiles take the code of Microsoft's page`(index: Int, scope: String) async throws {
    let person = Self.people[index]
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let account = try #require(person.order["account"])
      _ = await emulator.post("/emulator/v1/issuers/microsoft.com/accounts", account)
      let code = try await emulator.pageCode(
        "microsoft.com", "/common/oauth2/v2.0/authorize", client: "microsoft-client",
        person: person.email, redirectURI: "https://app.example.com/cb", ["scope": scope])
      let reply = await emulator.redeem(code, "microsoft.com")
      try expectUser(of: reply, person.uid, person.email, emulator)
      await emulator.redeem(code, "microsoft.com").expect(
        refusal: "INVALID_IDP_RESPONSE : Error getting access token from "
          + "https://login.microsoftonline.com, OAuth2 redirect uri is: http://localhost, response: "
          + "OAuth2TokenResponse{params: error=invalid_grant, httpMetadata: "
          + "HttpMetadata{status=400}}")
    }
  }

  private func expectUser(
    of reply: Reply, _ uid: String, _ email: String, _ emulator: TestEmulator
  ) throws {
    try reply.expectSession()
    let user = try emulator.storedUser(of: reply)
    #expect(try #require(user.link(to: "microsoft.com")).rawID == uid)
    #expect(reply["federatedId"] == .string("http://microsoft.com/\(uid)"))
    user.expect(
      (\.email, email), (\.emailVerified, false), (\.photoURL, nil), (\.displayName, "Ann Lee"))
  }

  @Test(arguments: Profile.allCases)
  func `a guest's principal name is the address`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(
      "microsoft.com",
      [
        "account": [
          "email": "ann@gmail.example",
          "claims": ["preferred_username": "Ann_gmail.example#EXT#@Contoso.example"],
        ]
      ])
    let reply = await emulator.redeem(minted.code, "microsoft.com")
    try reply.expectSession()
    #expect(reply["email"] == "ann_gmail.example#ext#@contoso.example")
  }

  /// The audience of a token cannot be checked.
  @Test(arguments: [
    (true, false, false), (false, true, false), (true, true, false), (true, false, true),
  ])
  func `production accepts no tokens of Microsoft`(
    hasIDToken: Bool, hasAccessToken: Bool, hasCode: Bool
  ) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint("microsoft.com", Self.work)
    let reply = await emulator.present(
      "microsoft.com",
      [
        "id_token": hasIDToken ? minted.idToken : nil,
        "access_token": hasAccessToken ? minted.accessToken : nil,
        "code": hasCode ? "garbage" : nil,
      ])
    #expect(reply.status == 400)
    let refusal =
      hasCode
      ? "INVALID_IDP_RESPONSE : Error getting access token from "
      : "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: "
        + "http://localhost?providerId=microsoft.com&"
    #expect(reply.errorMessage?.hasPrefix(refusal) == true, "\(reply.text)")
    #expect(reply.errorMessage?.contains("error=invalid_grant") == hasCode)
    #expect(await emulator.userCount() == 0)
  }

  @Test func `compatible accepts Microsoft's access token alone, with a warning`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let minted = try await emulator.mint("microsoft.com", Self.personal)
    let reply = await emulator.presentAccessToken(of: minted)
    try expectUser(of: reply, "4b2eabcdefabcdef", "ann@outlook.example", emulator)
    #expect(reply["oauthAccessToken"] == .string(minted.accessToken))
    #expect(reply.log.contains("verifyCredentials warned"))
  }
}
