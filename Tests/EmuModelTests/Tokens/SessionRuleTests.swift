import EmuModel
import Testing

@Suite struct `Model: sessions` {
  @Test(arguments: [
    (now: 1000, validSince: 0, authTime: 1000),
    (now: 1000, validSince: 1000, authTime: 1000),
    // A clock that was set back locks nobody out.
    (now: 1000, validSince: 5000, authTime: 5000),
  ])
  func `open now, and never before what was revoked`(
    now: Int64, validSince: Int64, authTime: Int64
  ) {
    #expect(
      SessionRule.authTime(now: Timestamp(seconds: now), validSince: validSince) == authTime)
  }

  @Test func `begin at a whole second`() {
    #expect(SessionRule.authTime(now: Timestamp(milliseconds: 1999), validSince: 0) == 1)
  }

  @Test(arguments: [(999, true), (1000, false), (1001, false)])
  func `are outdated when they opened before validSince`(authTime: Int64, outdated: Bool) {
    #expect(SessionRule.isOutdated(authTime: authTime, validSince: 1000) == outdated)
  }

  @Test(arguments: [(0, true), (299_999, true), (300_000, true), (300_001, false), (-5000, true)])
  func `are recent for five minutes`(milliseconds: Int64, recent: Bool) {
    let now = Timestamp(milliseconds: 1_800_000_000_000 + milliseconds)
    #expect(SessionRule.isRecent(authTime: 1_800_000_000, now: now) == recent)
  }
}
