/// The start of a session, in two precisions for the check of revocation.
package struct SessionStart: Codable, Sendable, Hashable {
  /// `auth_time` of ID tokens and session cookies: seconds since the epoch.
  package var authTime: Int64
  /// The exact time, as in refresh tokens.
  package var moment: Timestamp

  package init(authTime: Int64, moment: Timestamp) {
    self.authTime = authTime
    self.moment = moment
  }

  /// Creates a start from an ID token's whole seconds.
  package init(authTime: Int64) {
    self.init(authTime: authTime, moment: Timestamp(seconds: authTime))
  }
}

package enum SessionRule {
  /// The seconds for which a token is accepted after its `exp`.
  package static let tokenGrace: Int64 = 300

  /// Returns the `auth_time` of a session that opens now.
  ///
  /// Never before `validSince`, so that a clock that was set back blocks no sign-in.
  package static func authTime(now: Timestamp, validSince: Int64) -> Int64 {
    max(now.seconds, validSince)
  }

  /// Returns true for an outdated ID token or session cookie, by its whole seconds.
  package static func isOutdated(authTime: Int64, validSince: Int64) -> Bool {
    authTime < validSince
  }

  /// The time after a sign-in in which a person may change the sensitive parts of the account.
  package static let recentLoginWindow: Duration = .seconds(300)

  package static func isRecent(authTime: Int64, now: Timestamp) -> Bool {
    now.since(Timestamp(seconds: authTime)) <= recentLoginWindow
  }
}
