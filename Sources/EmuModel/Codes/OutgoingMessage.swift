/// A message that production would send, and that an emulator only shows.
package struct OutgoingMessage: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    case email(OobCode)
    /// A text message, or the silent push of `accounts:verifyIosClient`.
    case code(VerificationCode)
  }

  package var projectID: String
  package var content: Content

  package init(projectID: String, content: Content) {
    self.projectID = projectID
    self.content = content
  }

  /// The recipient's address or number.
  package var recipient: String {
    switch content {
    case .email(let code): code.recipient
    case .code(let code): code.phoneNumber
    }
  }

  /// The message for a reader of the emulator's log: one line to copy from.
  package var sentence: String {
    switch content {
    case .email(let code):
      "To \(code.purpose), open \(code.link)"
    case .code(let code) where code.purpose == .app:
      "To verify the iOS app with the token \(code.phoneNumber.prefix(8))…, use the secret "
        + code.code
    case .code(let code):
      "To verify the phone number \(code.phoneNumber), use the code \(code.code)"
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
