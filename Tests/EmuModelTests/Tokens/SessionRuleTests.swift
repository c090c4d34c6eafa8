import Testing

@testable import EmuModel

@Suite struct `Model: sessions` {
  @Test(arguments: [
    (now: 1_000_000, validSince: 0, authTime: 1000), (1_000_000, 1000, 1000), (1999, 0, 1),
    // A clock that was set back blocks no sign-in.
    (1_000_000, 5000, 5000),
  ]) func `sessions start now, at a whole second, and never before a revocation`(
    now: Int64, validSince: Int64, authTime: Int64
  ) {
    let start = SessionRule.authTime(now: Timestamp(milliseconds: now), validSince: validSince)
    #expect(start == authTime)
  }

  @Test(arguments: [(999, true), (1000, false), (1001, false)])
  func `sessions are outdated when they opened before validSince`(authTime: Int64, outdated: Bool) {
    #expect(SessionRule.isOutdated(authTime: authTime, validSince: 1000) == outdated)
  }

  @Test(arguments: [(0, true), (299_999, true), (300_000, true), (300_001, false), (-5000, true)])
  func `sessions are recent for five minutes`(milliseconds: Int64, recent: Bool) {
    let now = Timestamp(milliseconds: 1_800_000_000_000 + milliseconds)
    #expect(SessionRule.isRecent(authTime: 1_800_000_000, now: now) == recent)
  }

  private static let now = Timestamp(milliseconds: 1_000_500)

  private func user(lastLoginAt: Timestamp? = nil) -> User {
    User(uid: "u", createdAt: Self.now, lastLoginAt: lastLoginAt)
  }

  @Test(arguments: [
    // In the second that is revoked, before and after the call of a quick administrator.
    (revoked: 1000, opened: 1_000_499, ended: true), (1000, 1_000_501, false),
    // An administrator whose call took until the next second revoked the entire named second.
    (999, 999_999, true), (999, 1_000_000, false), (999, 998_000, true),
    // A future time ends open sessions.
    (2000, 1_000_500, true),
  ]) func `sessions end up to the second that an administrator names`(
    revoked: Int64, opened: Int64, ended: Bool
  ) {
    var user = user()
    user.endSessions(openedUpTo: revoked, at: Self.now)
    #expect(user.validSince == revoked)
    let moment = Timestamp(milliseconds: opened)
    #expect(user.hasEnded(SessionStart(authTime: moment.seconds, moment: moment)) == ended)
    #expect(!user.hasEnded(user.sessionStart(at: Self.now)))
  }
}
