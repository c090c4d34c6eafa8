internal import EmuModel

/// The result of a sign-in: the part of a token that a refresh keeps.
struct Session: Sendable, Hashable {
  var uid: String
  var tenantID: String?
  /// `firebase.sign_in_provider`.
  var provider: String
  var start: SessionStart
  /// Claims of a custom token or a blocking function, as JSON text; kept on refresh.
  var claims: String?
  /// `firebase.sign_in_attributes`, as JSON text; kept on refresh.
  var signInAttributes: String?
  var secondFactor: SecondFactor?

  struct SecondFactor: Sendable, Hashable {
    /// `phone` or `totp`.
    var kind: String
    var enrollmentID: String
  }
}

extension SecondFactor {
  /// The session's record of the factor that completed it.
  var session: Session.SecondFactor {
    Session.SecondFactor(kind: name, enrollmentID: id)
  }
}

extension User {
  /// Returns the reason why a session with this start has ended, for an explanation.
  func reasonForEnd(of start: SessionStart) -> String {
    guard let sessionsEndedAt, start.moment < sessionsEndedAt else {
      return "opened at \(start.authTime), and every session from before \(validSince) was revoked"
    }
    return "opened at \(start.moment.rfc3339), and every session from before "
      + "\(sessionsEndedAt.rfc3339) was ended by a change of the account or a revocation"
  }
}
