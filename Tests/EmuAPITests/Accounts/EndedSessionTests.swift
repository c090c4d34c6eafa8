import EmuServer
import EmuTestSupport
import Testing

/// The clock of these tests is frozen: a session ends in the millisecond of the call.
@Suite struct `A session that is ended in the moment in which it opened` {
  private func emulator(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator.believing(profile)
    // Address changes and second factors are not the subject here.
    try emulator.set([.emailEnumerationProtection: .off, .mfaState: .warn])
    return emulator
  }

  private func refreshed(_ emulator: TestEmulator, _ token: JSON?) async -> String {
    let reply = await emulator.refresh(token?.string ?? "")
    return reply.errorMessage ?? "\(reply.status)"
  }

  @Test(arguments: SessionEnd.allCases, Profile.allCases)
  func `a session that ended as it opened cannot be refreshed any more, and what follows it can`(
    _ end: SessionEnd, _ profile: Profile
  ) async throws {
    let emulator = try emulator(profile)
    let user = try await end.user(emulator)
    #expect(await refreshed(emulator, .string(user.refreshToken)) == "200")
    let renewal = await emulator.refresh(user.refreshToken)["refresh_token"]

    emulator.passTheSecond(of: profile)
    let reply = try await end.end(user, emulator)
    try #require(reply.status == 200, "\(reply.json)")
    #expect(await refreshed(emulator, .string(user.refreshToken)) == "TOKEN_EXPIRED")
    #expect(await refreshed(emulator, renewal) == "TOKEN_EXPIRED")
    #expect((reply["refreshToken"] != nil) == end.renews, "\(reply.json)")
    if end.renews { #expect(await refreshed(emulator, reply["refreshToken"]) == "200") }

    let custom = await emulator.signIn(custom: CustomTokens.ofEmulator(["uid": .string(user.uid)]))
    #expect(await refreshed(emulator, custom["refreshToken"]) == "200")
  }

  @Test(arguments: Profile.allCases)
  func `the ID token of an ended session is good for its second`(_ profile: Profile) async throws {
    let emulator = try emulator(profile)
    let ada = try await emulator.signUp()
    emulator.advance(.milliseconds(900))
    _ = try await SessionEnd.ownPassword.end(ada, emulator)
    #expect(await emulator.lookup(ada).status == 200)
    #expect(
      await emulator.admin(":createSessionCookie", ["idToken": .string(ada.idToken)]).status == 200)
    // Production ends the sessions of earlier seconds, and rejects both tokens.
    let last = profile == .production ? "200" : "TOKEN_EXPIRED"
    #expect(await refreshed(emulator, .string(ada.refreshToken)) == last)
  }

  @Test(arguments: Profile.allCases)
  func `each change ends the session that the one before opened`(_ profile: Profile) async throws {
    let emulator = try emulator(profile)
    var session = try await emulator.signUp()
    for number in 1...5 {
      emulator.passTheSecond(of: profile)
      let reply = await emulator.update(
        session, ["password": .string("password-\(number)"), "returnSecureToken": true])
      #expect(await refreshed(emulator, .string(session.refreshToken)) == "TOKEN_EXPIRED")
      session = try SignedIn(reply)
      #expect(await refreshed(emulator, .string(session.refreshToken)) == "200")
      // SDKs read whole seconds only.
      let second = emulator.emulator.clock.now.seconds
      #expect(session.claims["auth_time"]?.int == second)
      #expect(try emulator.user(session.uid)?.validSince == second)
    }
  }

  @Test(arguments: Profile.allCases)
  func `a session stays ended when the clock was set back`(_ profile: Profile) async throws {
    let emulator = try emulator(profile)
    try emulator.set([.recentLogin: .off])
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(-86_400))
    let changed = try SignedIn(await SessionEnd.ownPassword.end(ada, emulator))
    // Production compares only seconds, and these are before the session's.
    let last = profile == .production ? "200" : "TOKEN_EXPIRED"
    #expect(await refreshed(emulator, .string(ada.refreshToken)) == last)
    #expect(await refreshed(emulator, .string(changed.refreshToken)) == "200")
    let again = try SignedIn(await emulator.signInWithPassword(password: "secret2"))
    #expect(await refreshed(emulator, .string(again.refreshToken)) == "200")
  }

  @Test func `an ended session leaves no pending sign-in between its factors`() async throws {
    let emulator = try emulator(.compatible)
    let user = try await emulator.enrolTOTP()
    let pending = try await emulator.pendingCredential()
    _ = await emulator.change(user.uid, ["password": "secret2"])
    let late = await emulator.finishWithTOTP(user, pending)
    #expect(late.errorCode == "INVALID_MFA_PENDING_CREDENTIAL")
  }

  @Test func `the end of a session is explained with both moments`() async throws {
    let emulator = try emulator(.compatible)
    let ada = try await emulator.signUp()
    _ = try await SessionEnd.passwordByAdministrator.end(ada, emulator)
    let reply = await emulator.refresh(ada.refreshToken)
    let id = try #require(reply.headers["X-Emulator-Explain"])
    let told = await emulator.get("/emulator/v1/requests/\(id)")
    let reason = told["decisions"]?.array?.compactMap { $0["reason"]?.string } ?? []
    #expect(
      reason == [
        "The session of the refresh token opened at 2027-01-15T08:00:00.000Z, and every session "
          + "from before 2027-01-15T08:00:00.001Z was ended by a change of the account or a "
          + "revocation."
      ])
  }

  @Test func `a session continues after an import that does not change it`() async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    let exported = await emulator.batchGet()
    for wipes in [false, true] {
      if wipes { try emulator.reset() }
      let users = exported["users"]?.array ?? []
      let reply = await emulator.batchCreate(users, ["allowOverwrite": true])
      try #require(reply.status == 200, "\(reply.json)")
      #expect(await refreshed(emulator, .string(ada.refreshToken)) == "200", "wiped: \(wipes)")
    }
  }
}
