/// A code that an e-mail carries: whoever presents it has read that mailbox.
package struct OobCode: Sendable, Hashable {
  /// What the code is good for, as the API names it.
  package enum Kind: String, Sendable, CaseIterable {
    case passwordReset = "PASSWORD_RESET"
    case verifyEmail = "VERIFY_EMAIL"
    case emailSignIn = "EMAIL_SIGNIN"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    /// Takes back a change of address; sent to the old one.
    case recoverEmail = "RECOVER_EMAIL"
    /// Takes back the enrollment of a second factor.
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
  }

  /// The code itself.
  package var code: String
  package var kind: Kind
  /// The uid of the user that the code was made for; nil where there need not be one.
  package var uid: String?
  /// The address that the code was sent to, or would replace; in lower case.
  package var email: String
  /// The address that the user changes to; in lower case.
  package var newEmail: String?
  /// The second factor that the code takes back.
  package var enrollmentID: String?
  /// The whole link, as sent.
  package var link: String
  package var createdAt: Timestamp
  package var usedAt: Timestamp?

  package init(
    code: String, kind: Kind, uid: String? = nil, email: String, newEmail: String? = nil,
    enrollmentID: String? = nil, link: String, createdAt: Timestamp, usedAt: Timestamp? = nil
  ) {
    self.code = code
    self.kind = kind
    self.uid = uid
    self.email = email
    self.newEmail = newEmail
    self.enrollmentID = enrollmentID
    self.link = link
    self.createdAt = createdAt
    self.usedAt = usedAt
  }
}

extension OobCode.Kind {
  /// The `mode` of a link with such a code.
  package var linkMode: String {
    switch self {
    case .passwordReset: "resetPassword"
    case .verifyEmail: "verifyEmail"
    case .emailSignIn: "signIn"
    case .verifyAndChangeEmail: "verifyAndChangeEmail"
    case .recoverEmail: "recoverEmail"
    case .revertSecondFactorAddition: "revertSecondFactorAddition"
    }
  }

  /// Whether somebody may ask for one; the others are sent unasked.
  package var isRequestable: Bool { !takesBack }

  /// Whether the code undoes a change that a mail to the old address names.
  package var takesBack: Bool { self == .recoverEmail || self == .revertSecondFactorAddition }

  /// How long a code is good for in production; no document says so.
  package var lifetime: Duration {
    switch self {
    case .passwordReset: .seconds(3600)
    case .emailSignIn: .seconds(6 * 3600)
    case .verifyEmail, .verifyAndChangeEmail: .seconds(3 * 24 * 3600)
    case .recoverEmail, .revertSecondFactorAddition: .seconds(30 * 24 * 3600)
    }
  }
}
