/// A second factor: an enrolled phone or authenticator app.
package struct SecondFactor: Sendable, Hashable {
  /// The enrollment's id, unique among the user's.
  package var id: String
  package var kind: Kind
  package var enrolledAt: Timestamp
  package var displayName: String?
  /// The latest time step with a used code; nil for a phone and before the first use.
  package var lastStep: Int64?

  package enum Kind: Sendable, Hashable {
    /// A number in E.164, which gets text messages.
    case phone(String)
    /// The secret shared with an authenticator app, in Base32.
    case totp(secret: String)
  }

  /// `firebase.sign_in_second_factor`.
  package var name: String {
    switch kind {
    case .phone: "phone"
    case .totp: "totp"
    }
  }
}

extension SecondFactor {
  package init(id: String, kind: Kind, enrolledAt: Timestamp) {
    self.init(id: id, kind: kind, enrolledAt: enrolledAt, displayName: nil)
  }
}

extension User {
  package func secondFactor(_ id: String) -> SecondFactor? {
    secondFactors.first { $0.id.isIdentical(to: id) }
  }
}
