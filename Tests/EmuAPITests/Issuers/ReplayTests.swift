import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// docs/reference/sign-in-with-idp.md#nonce, and the switch `replayProtection` of
/// docs/fidelity/switches.md.
@Suite struct `signInWithIdp and a token that comes twice` {
  static let duplicate =
    "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new "
    + "credential."

  @Test func `compatible lets a token that comes twice pass, and reports it`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let minted = try await emulator.mint("apple.com", ["rawNonce": "raw"])
    let first = try await emulator.signIn(with: minted).expectSession()
    let second = await emulator.signIn(with: minted)
    #expect(try second.expectSession().uid == first.uid)
    let reasons = await emulator.reasons(for: second)
    #expect(reasons.contains("replayProtection warned"))
    #expect(reasons.contains(Self.duplicate))
  }

  @Test(arguments: ["apple.com", "oidc.corp"])
  func `production refuses a token that comes twice`(provider: String) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint(provider, ["rawNonce": "raw"])
    try await emulator.signIn(with: minted).expectSession()
    await emulator.signIn(with: minted).expect(refusal: Self.duplicate)
    // Every later use is rejected too.
    await emulator.signIn(with: minted).expect(refusal: Self.duplicate)
    try await emulator.signIn(with: emulator.mint(provider, ["rawNonce": "raw"])).expectSession()
  }

  @Test func `production refuses a token after a first use without the nonce`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint("apple.com", ["rawNonce": "raw"])
    await emulator.present("apple.com", ["id_token": minted.idToken])
      .expect(refusal: "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")
    await emulator.signIn(with: minted).expect(refusal: Self.duplicate)
    #expect(await emulator.userCount() == 0)
  }

  @Test func `production refuses a token after a first use with a wrong nonce`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint("apple.com", ["rawNonce": "raw"])
    #expect(
      await emulator.present("apple.com", ["id_token": minted.idToken, "nonce": "wrong"])
        .errorCode == "MISSING_OR_INVALID_NONCE")
    await emulator.signIn(with: minted).expect(refusal: Self.duplicate)
    // A missing nonce is reported before a duplicate.
    await emulator.present("apple.com", ["id_token": minted.idToken])
      .expect(refusal: "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")
  }

  /// The app must continue with the updated credential.
  @Test(arguments: [true, false])
  func `production refuses a token after a failed link`(returnsCredential: Bool) async throws {
    let emulator = try TestEmulator.issuing(.production)
    try await emulator.signIn(with: emulator.mint("apple.com", AppleOrder.ann)).expectSession()
    let guest = try await emulator.anonymousAccount()
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    var options = guest.linking
    if returnsCredential { options["returnIdpCredential"] = true }
    let failed = await emulator.signIn(with: minted, options: options)
    #expect(
      (failed.errorMessage ?? failed["errorMessage"]?.string)
        == "FEDERATED_USER_ID_ALREADY_LINKED")
    await emulator.signIn(with: minted).expect(refusal: Self.duplicate)
  }

  @Test(arguments: Profile.allCases)
  func `a conflict carries what is needed to go on`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let owner = try await emulator.signIn(with: emulator.mint("apple.com", AppleOrder.ann))
      .expectSession()
    let guest = try await emulator.anonymousAccount()
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    var options = guest.linking
    options["returnIdpCredential"] = true
    let conflict = await emulator.signIn(with: minted, options: options)
    #expect(conflict.status == 200)
    conflict.expectGolden("apple-conflict", profile)
    // iOS sends the consumed token beside the pending one, without the nonce.
    let resumed = await emulator.present(
      "apple.com", ["id_token": minted.idToken],
      options: ["pendingToken": conflict["pendingToken"] ?? .null])
    #expect(try resumed.expectSession().uid == owner.uid)
  }

  @Test func `a token without a nonce may come again`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint("apple.com")
    for _ in 0..<2 { try await emulator.signIn(with: minted).expectSession() }
  }

  @Test func `another project has not seen a token that was used in one`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    try emulator.set([.replayProtection: .on])
    let minted = try await emulator.mint("apple.com", ["rawNonce": "raw"])
    try await emulator.signIn(with: minted).expectSession()
    let reply = try await emulator.call(
      .post, "/v1/accounts:signInWithIdp?key=\(emulator.key(of: "other"))",
      [
        "requestUri": "http://localhost", "returnSecureToken": true,
        "postBody": .string("providerId=apple.com&nonce=raw&id_token=\(minted.idToken)"),
      ])
    try reply.expectSession()
  }
}
