/// What a sign-in opened: the part of a token that a refresh keeps.
package struct Session: Sendable, Hashable {
  package var uid: String
  package var tenantID: String?
  /// `firebase.sign_in_provider`.
  package var provider: String
  /// Seconds since the epoch.
  package var authTime: Int64
  /// Claims of a custom token or a blocking function, as JSON text; kept on refresh.
  package var claims: String?
  package var secondFactor: SecondFactor?

  package struct SecondFactor: Sendable, Hashable {
    /// `phone` or `totp`.
    package var kind: String
    package var enrollmentID: String

    package init(kind: String, enrollmentID: String) {
      self.kind = kind
      self.enrollmentID = enrollmentID
    }
  }

  package init(
    uid: String, tenantID: String? = nil, provider: String, authTime: Int64,
    claims: String? = nil, secondFactor: SecondFactor? = nil
  ) {
    self.uid = uid
    self.tenantID = tenantID
    self.provider = provider
    self.authTime = authTime
    self.claims = claims
    self.secondFactor = secondFactor
  }
}

/// The rules of sessions.
package enum SessionRule {
  /// The `auth_time` of a session that opens now.
  ///
  /// Never before `validSince`, so that a clock that was set back locks nobody out.
  package static func authTime(now: Timestamp, validSince: Int64) -> Int64 {
    max(now.seconds, validSince)
  }

  /// Whether something that raised `validSince` has ended the session.
  package static func isOutdated(authTime: Int64, validSince: Int64) -> Bool {
    authTime < validSince
  }

  /// How long after signing in a person may change the sensitive parts of the account.
  package static let recentLoginWindow: Duration = .seconds(300)

  package static func isRecent(authTime: Int64, now: Timestamp) -> Bool {
    now.since(Timestamp(seconds: authTime)) <= recentLoginWindow
  }
}
