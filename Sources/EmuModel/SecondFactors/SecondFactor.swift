/// A second factor: an enrolled phone or authenticator app.
package struct SecondFactor: Sendable, Hashable {
  /// The enrollment's id, unique among the user's.
  package var id: String
  package var kind: Kind
  package var displayName: String?
  package var enrolledAt: Timestamp
  /// The latest time step with a used code; nil for a phone and before the first use.
  package var lastStep: Int64?

  package enum Kind: Sendable, Hashable {
    /// A number in E.164, which gets text messages.
    case phone(String)
    /// The secret shared with an authenticator app, in Base32.
    case totp(secret: String)
  }

  package init(
    id: String, kind: Kind, displayName: String? = nil, enrolledAt: Timestamp,
    lastStep: Int64? = nil
  ) {
    self.id = id
    self.kind = kind
    self.displayName = displayName
    self.enrolledAt = enrolledAt
    self.lastStep = lastStep
  }

  /// `firebase.sign_in_second_factor`.
  package var name: String {
    switch kind {
    case .phone: "phone"
    case .totp: "totp"
    }
  }

  /// The session's record of the factor that completed it.
  package var session: Session.SecondFactor {
    Session.SecondFactor(kind: name, enrollmentID: id)
  }
}

extension User {
  package func secondFactor(_ id: String) -> SecondFactor? {
    secondFactors.first { $0.id == id }
  }
}
