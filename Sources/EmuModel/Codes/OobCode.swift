/// A code sent by e-mail; presenting it proves access to the mailbox.
package struct OobCode: Sendable, Hashable {
  /// The action of a code, as the API names it.
  package enum Kind: String, Sendable, CaseIterable {
    case passwordReset = "PASSWORD_RESET"
    case verifyEmail = "VERIFY_EMAIL"
    case emailSignIn = "EMAIL_SIGNIN"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    /// Reverts a change of address; sent to the old one.
    case recoverEmail = "RECOVER_EMAIL"
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
  }

  package var code: String
  package var kind: Kind
  /// The uid of the user that the code was created for; nil where no user is required.
  package var uid: String?
  /// The address that the code was sent to, or would replace; in lower case.
  package var email: String
  /// The address that the user changes to, or in a recovery has changed to; in lower case.
  package var newEmail: String?
  /// The second factor that the code removes.
  package var enrollmentID: String?
  /// The complete link, as sent.
  package var link: String
  package var createdAt: Timestamp
  package var usedAt: Timestamp?
}

extension OobCode {
  package init(
    code: String, kind: Kind, uid: String? = nil, email: String, newEmail: String? = nil,
    enrollmentID: String? = nil, link: String, createdAt: Timestamp
  ) {
    self.init(
      code: code, kind: kind, uid: uid, email: email, newEmail: newEmail,
      enrollmentID: enrollmentID, link: link, createdAt: createdAt, usedAt: nil)
  }
}

extension OobCode {
  /// The address that the message is sent to, which is the user's after the code was used.
  package var recipient: String {
    kind == .verifyAndChangeEmail ? newEmail ?? email : email
  }
}

extension OobCode.Kind {
  /// The `mode` parameter of a link with such a code.
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

  /// True when the code reverts a change that an e-mail to the old address announces. Such a code is
  /// sent automatically; requests create the others.
  package var revertsChange: Bool { self == .recoverEmail || self == .revertSecondFactorAddition }

  /// The lifetime of a code in production; not documented.
  package var lifetime: Duration {
    switch self {
    case .passwordReset: .seconds(3600)
    case .emailSignIn: .seconds(6 * 3600)
    case .verifyEmail, .verifyAndChangeEmail: .seconds(3 * 24 * 3600)
    case .recoverEmail, .revertSecondFactorAddition: .seconds(30 * 24 * 3600)
    }
  }
}
