/// A message that production would send, and that an emulator only shows.
package struct OutgoingMessage: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    case email(OobCode)
    case text(VerificationCode)
    /// A silent push that `accounts:verifyIosClient` would send to an Apple device: its number is the
    /// device's token, its code the secret that the app sends with its receipt.
    case push(VerificationCode)
  }

  package var projectID: String
  /// Nil for the project itself.
  package var tenantID: String?
  package var content: Content

  package init(projectID: String, tenantID: String?, content: Content) {
    self.projectID = projectID
    self.tenantID = tenantID
    self.content = content
  }

  /// The recipient's address or number.
  package var recipient: String {
    switch content {
    case .email(let code): code.recipient
    case .text(let code), .push(let code): code.phoneNumber
    }
  }

  /// The message for a reader of the emulator's log: one line to copy from.
  package var sentence: String {
    switch content {
    case .email(let code):
      "To \(code.purpose), open \(code.link)"
    case .text(let code):
      "To verify the phone number \(code.phoneNumber), use the code \(code.code)"
    case .push(let code):
      "To verify the iOS app with the token \(code.phoneNumber.prefix(8))…, use the secret "
        + code.code
    }
  }
}

extension OobCode {
  /// The purpose of the link, as a verb: `reset the password of ann@example.com`.
  package var purpose: String {
    switch kind {
    case .passwordReset: "reset the password of \(email)"
    case .verifyEmail: "verify the e-mail address \(email)"
    case .emailSignIn: "sign in as \(email)"
    case .verifyAndChangeEmail: "change the e-mail address \(email) to \(newEmail ?? email)"
    case .recoverEmail: "take back the change of the e-mail address \(email)"
    case .revertSecondFactorAddition: "remove the second factor that \(email) has added"
    }
  }
}
