/// The silent push notification that `accounts:verifyIosClient` would send to a device.
package struct SilentPush: Sendable, Hashable {
  /// The device's token for Apple's push service, in hexadecimal.
  package var appToken: String
  /// The secret that the app sends with its receipt.
  package var secret: String

  package init(appToken: String, secret: String) {
    self.appToken = appToken
    self.secret = secret
  }
}

/// A message that production would send, and that an emulator only shows.
package struct OutgoingMessage: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    /// An e-mail with a link.
    case email(OobCode)
    /// A text message with a code.
    case text(VerificationCode)
    /// A silent push to an Apple device.
    case push(SilentPush)
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
    case .text(let code): code.phoneNumber
    case .push(let push): push.appToken
    }
  }

  /// The message for a reader of the emulator's log: one line to copy from.
  package var sentence: String {
    switch content {
    case .email(let code):
      "\(Self.purpose(of: code)), open \(code.link)"
    case .text(let code):
      "To verify the phone number \(code.phoneNumber), use the code \(code.code)"
    case .push(let push):
      "To verify the iOS app with the token \(push.appToken.prefix(8))…, use the secret "
        + push.secret
    }
  }

  private static func purpose(of code: OobCode) -> String {
    switch code.kind {
    case .passwordReset: "To reset the password of \(code.email)"
    case .verifyEmail: "To verify the e-mail address \(code.email)"
    case .emailSignIn: "To sign in as \(code.email)"
    case .verifyAndChangeEmail:
      "To change the e-mail address \(code.email) to \(code.newEmail ?? code.email)"
    case .recoverEmail: "To take back the change of the e-mail address \(code.email)"
    case .revertSecondFactorAddition: "To remove the second factor that \(code.email) has added"
    }
  }
}
