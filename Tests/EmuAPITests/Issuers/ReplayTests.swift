import EmuTestSupport
import Testing

/// docs/reference/sign-in-with-idp.md#nonce, and the switch `replayProtection` of
/// docs/fidelity/switches.md, whose warning is in ContractTests.
@Suite struct `signInWithIdp and a token that comes twice` {
  static let duplicate =
    "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new "
    + "credential."

  @Test(arguments: ["apple.com", "oidc.corp"])
  func `production refuses a token that comes twice`(provider: String) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint(provider, ["rawNonce": "raw"])
    try await emulator.signIn(with: minted).expectSession()
    await emulator.signIn(with: minted).expect(refusal: Self.duplicate)
    // Every later use is rejected too.
    await emulator.signIn(with: minted).expect(refusal: Self.duplicate)
    try await emulator.signIn(minting: provider, ["rawNonce": "raw"]).expectSession()
  }

  @Test(arguments: [nil, "wrong"] as [String?])
  func `production refuses a token after a use without its nonce`(nonce: String?) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint("apple.com", ["rawNonce": "raw"])
    let first = await emulator.present("apple.com", ["id_token": minted.idToken, "nonce": nonce])
    #expect(first.errorCode == "MISSING_OR_INVALID_NONCE")
    #expect(first.errorMessage != Self.duplicate)
    await emulator.signIn(with: minted).expect(refusal: Self.duplicate)
    // A missing nonce is reported before a duplicate.
    await emulator.present("apple.com", ["id_token": minted.idToken])
      .expect(refusal: "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")
    #expect(await emulator.userCount() == 0)
  }

  /// The app must continue with the updated credential.
  @Test(arguments: [true, false])
  func `production refuses a token after a failed link`(returnsCredential: Bool) async throws {
    let emulator = try TestEmulator.issuing(.production)
    try await emulator.signIn(minting: "apple.com", AppleOrder.ann).expectSession()
    let guest = try await emulator.signUpAnonymously()
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    let failed = await emulator.signIn(
      with: minted,
      options: guest.linking.merging(["returnIdpCredential": .bool(returnsCredential)]))
    #expect(
      (failed.errorMessage ?? failed["errorMessage"]?.string) == "FEDERATED_USER_ID_ALREADY_LINKED")
    await emulator.signIn(with: minted).expect(refusal: Self.duplicate)
  }

  @Test(arguments: Profile.allCases)
  func `a conflict carries what is needed to go on`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let owner = try await emulator.signIn(minting: "apple.com", AppleOrder.ann).expectSession()
    let guest = try await emulator.signUpAnonymously()
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    let conflict = await emulator.signIn(
      with: minted, options: guest.linking.merging(["returnIdpCredential": true]))
    #expect(conflict.status == 200)
    conflict.expectGolden("apple-conflict", profile)
    // iOS sends the consumed token beside the pending one, without the nonce.
    let resumed = await emulator.present(
      "apple.com", ["id_token": minted.idToken],
      options: ["pendingToken": conflict["pendingToken"] ?? .null])
    #expect(try resumed.expectSession().uid == owner.uid)
  }

  @Test func `another project has not seen a token that was used in one`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    try emulator.set([.replayProtection: .on])
    let minted = try await emulator.mint("apple.com", ["rawNonce": "raw"])
    try await emulator.signIn(with: minted).expectSession()
    let reply = try await emulator.post(
      "/v1/accounts:signInWithIdp?key=\(emulator.key(of: "other"))",
      [
        "requestUri": "http://localhost", "returnSecureToken": true,
        "postBody": .string("providerId=apple.com&nonce=raw&id_token=\(minted.idToken)"),
      ])
    try reply.expectSession()
  }

  @Test func `another tenant has not seen a token that was used in one`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    try emulator.set([.replayProtection: .on])
    let minted = try await emulator.mint("apple.com", ["rawNonce": "raw"])
    for tenant: JSON in [.null, "corp", "other"] {
      try await emulator.signIn(with: minted, options: ["tenantId": tenant]).expectSession()
    }
    await emulator.signIn(with: minted, options: ["tenantId": "corp"])
      .expect(refusal: Self.duplicate)
  }
}
