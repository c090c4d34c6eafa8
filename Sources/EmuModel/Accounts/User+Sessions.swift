// The order of session starts and ends is independent of the clock, which may be frozen, set back
// or unchanged within a millisecond. Therefore an end is later than the start of every open
// session. A new session starts no earlier than the last end.

extension User {
  package func sessionStart(
    at now: Timestamp, _ rules: ProfileRules = .compatible
  ) -> SessionStart {
    guard !rules.endsSessionsBySecond || wasSeen(after: now) else {
      return SessionStart(authTime: now.seconds, moment: now)
    }
    return SessionStart(
      authTime: SessionRule.authTime(now: now, validSince: validSince),
      moment: max(now, sessionsEndedAt ?? now))
  }

  /// Returns true for an ended session: compared by whole seconds, or to the exact time of its
  /// start.
  package func hasEnded(
    _ start: SessionStart, _ rules: ProfileRules = .compatible
  ) -> Bool {
    if !rules.endsSessionsBySecond, let sessionsEndedAt, start.moment < sessionsEndedAt {
      return true
    }
    return SessionRule.isOutdated(authTime: start.authTime, validSince: validSince)
  }

  /// Returns true if production refuses every session that opens now: `validSince` is ahead of the
  /// clock, which was not set back.
  package func refusesSessions(at now: Timestamp) -> Bool {
    validSince > now.seconds && !wasSeen(after: now)
  }

  package mutating func endSessions(at now: Timestamp) {
    validSince = max(now.seconds, validSince)
    endOpenSessions(at: now)
  }

  /// Ends the sessions that opened up to a second, as an administrator revokes them.
  ///
  /// A revocation names the current second and includes sessions that opened in that second.
  ///
  /// - Parameter second: the new `validSince`, in seconds since the epoch.
  package mutating func endSessions(openedUpTo second: Int64, at now: Timestamp) {
    validSince = second
    guard second < now.seconds else { return endOpenSessions(at: now) }
    let end = Timestamp(seconds: second + 1)
    sessionsEndedAt = max(end, sessionsEndedAt ?? end)
  }

  /// Keeps the ended sessions of an account that an import replaces; another password ends all
  /// sessions.
  ///
  /// `validSince` keeps the imported value.
  package mutating func inheritEndedSessions(of replaced: User, at now: Timestamp) {
    sessionsEndedAt = replaced.sessionsEndedAt
    if let old = replaced.password, let new = password, new.isSame(as: old) { return }
    guard password != nil || replaced.password != nil else { return }
    endOpenSessions(at: now)
  }

  /// Returns true when the clock was set back: the user has activity in a later second than now.
  private func wasSeen(after now: Timestamp) -> Bool {
    [createdAt, lastLoginAt, lastRefreshAt].contains { ($0?.seconds ?? .min) > now.seconds }
  }

  /// A clock that was set back may have opened a session later than now.
  private mutating func endOpenSessions(at now: Timestamp) {
    let opened = [now, lastLoginAt, lastRefreshAt, sessionsEndedAt].compactMap(\.self)
    sessionsEndedAt = (opened.max() ?? now) + .milliseconds(1)
  }
}
