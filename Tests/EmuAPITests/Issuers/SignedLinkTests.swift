import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// docs/reference/accounts.md#linking and docs/reference/errors.md#conflicts, with tokens that are
/// valid for one use.
@Suite struct `linking with a signed token` {
  static let providers = ["apple.com", "oidc.corp", "google.com"]

  private static func order(_ subject: String, _ email: String = Idp.ann) -> JSONObject {
    [
      "account": ["sub": .string(subject), "email": .string(email), "name": "Ann Lee"],
      "rawNonce": "raw",
    ]
  }

  private func with(_ option: String, _ options: JSONObject) -> JSONObject {
    var options = options
    options[option] = true
    return options
  }

  @Test(arguments: providers, Profile.allCases)
  func `linking with a signed token adds a provider and an address to an anonymous user`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let guest = try await emulator.anonymousAccount()
    let minted = try await emulator.mint(provider, Self.order("p1"))
    let reply = await emulator.signIn(with: minted, options: guest.linking)
    reply.expectGolden("link-\(provider)", profile)
    #expect(try reply.expectSession().uid == guest.uid)
    let user = try emulator.storedUser(of: reply)
    #expect(user.link(to: provider)?.rawID == "p1")
    #expect(user.email == Idp.ann)
    #expect(user.emailVerified)
  }

  @Test(arguments: providers, Profile.allCases)
  func `linking another user's identity is refused, and the pending token signs its owner in`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let owner = try await emulator.signIn(with: emulator.mint(provider, Self.order("p1")))
      .expectSession()
    let guest = try await emulator.anonymousAccount()
    await emulator.signIn(
      with: try await emulator.mint(provider, Self.order("p1")), options: guest.linking
    ).expect(refusal: "FEDERATED_USER_ID_ALREADY_LINKED")
    let soft = await emulator.signIn(
      with: try await emulator.mint(provider, Self.order("p1")),
      options: with("returnIdpCredential", guest.linking))
    #expect(soft.status == 200)
    #expect(soft["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
    #expect(soft["idToken"] == nil)
    let resumed = await emulator.resume(soft["pendingToken"])
    #expect(try resumed.expectSession().uid == owner.uid)
    #expect(resumed["federatedId"] == soft["federatedId"])
    // A success consumes it.
    await emulator.resume(soft["pendingToken"]).expect(refusal: "INVALID_PENDING_TOKEN")
    #expect(try emulator.user(guest.uid)?.links.isEmpty == true)
  }

  @Test(arguments: providers, Profile.allCases)
  func `linking another user's address is refused, and the pending token links to its owner`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let owner = try await emulator.account()
    let guest = try await emulator.anonymousAccount()
    await emulator.signIn(
      with: try await emulator.mint(provider, Self.order("p1")), options: guest.linking
    ).expect(refusal: "EMAIL_EXISTS")
    let soft = await emulator.signIn(
      with: try await emulator.mint(provider, Self.order("p1")),
      options: with("returnIdpCredential", guest.linking))
    #expect(soft["errorMessage"] == "EMAIL_EXISTS")
    let linked = await emulator.resume(soft["pendingToken"], options: owner.linking)
    #expect(try linked.expectSession().uid == owner.uid)
    let user = try emulator.storedUser(of: linked)
    #expect(user.link(to: provider)?.rawID == "p1")
    #expect(user.hasPassword)
  }

  @Test(arguments: Profile.allCases)
  func `linking after needConfirmation works by the pending token`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let owner = try await emulator.account()
    let minted = try await emulator.mint("microsoft.com", Self.order("p1"))
    let conflict = await emulator.present("microsoft.com", ["code": minted.code])
    conflict.expectGolden("microsoft-need-confirmation", profile)
    #expect(conflict["needConfirmation"] == true)
    #expect(conflict["verifiedProvider"] == (profile == .production ? nil : ["password"]))
    // An early presentation does not consume it.
    let early = await emulator.resume(conflict["pendingToken"])
    #expect(early["needConfirmation"] == true)
    #expect(early["pendingToken"] == conflict["pendingToken"])

    let signedIn = await emulator.signInWithPassword(Idp.ann, password: "secret-1")
    let linked = await emulator.resume(
      conflict["pendingToken"], options: ["idToken": signedIn["idToken"] ?? .null])
    #expect(try linked.expectSession().uid == owner.uid)
    let again = try await emulator.mint("microsoft.com", Self.order("p1"))
    #expect(
      try await emulator.present("microsoft.com", ["code": again.code]).expectSession().uid
        == owner.uid)
  }

  @Test(arguments: Profile.allCases)
  func `linking by a pending token after an hour is too late`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    _ = try await emulator.signIn(with: emulator.mint("apple.com", Self.order("p1")))
      .expectSession()
    let guest = try await emulator.anonymousAccount()
    let soft = await emulator.signIn(
      with: try await emulator.mint("apple.com", Self.order("p1")),
      options: with("returnIdpCredential", guest.linking))
    emulator.advance(.seconds(3600))
    await emulator.resume(soft["pendingToken"]).expect(refusal: "INVALID_PENDING_TOKEN")
  }

  /// The pending token outlives its ID token: production checks neither again.
  @Test func `linking by a pending token needs no nonce and no unexpired ID token`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let owner = try await emulator.signIn(with: emulator.mint("oidc.corp", Self.order("p1")))
      .expectSession()
    let guest = try await emulator.anonymousAccount()
    var order = Self.order("p1")
    order["expiresInSeconds"] = 60
    let soft = await emulator.signIn(
      with: try await emulator.mint("oidc.corp", order),
      options: with("returnIdpCredential", guest.linking))
    emulator.advance(.seconds(3599))
    #expect(try await emulator.resume(soft["pendingToken"]).expectSession().uid == owner.uid)
  }
}
