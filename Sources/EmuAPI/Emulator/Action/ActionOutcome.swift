internal import EmuModel

/// The result of an action link.
enum ActionOutcome: Sendable {
  /// The link is valid. The new password is missing, or `problem` says why it is rejected.
  case requestsPassword(email: String, problem: String?)
  /// The action is done.
  ///
  /// - `continueURL`: the address where the user may continue.
  case done(sentence: String, email: String, newEmail: String?, continueURL: String?)
  /// The action is done, or the app must do it: the browser is redirected.
  case redirect(String)
  case failed(ActionFailure)
}

/// The reason why an action link failed, and the next step.
struct ActionFailure: Sendable {
  /// The server code, for programs.
  var code: String
  var sentence: String
  var nextStep: String

  static let incomplete = ActionFailure(
    code: "MISSING_OOB_CODE", sentence: "The link is incomplete: it has no oobCode or no apiKey.",
    nextStep: "Copy the complete link from the emulator's output and open it again.")

  static func unknownMode(_ mode: String?) -> ActionFailure {
    ActionFailure(
      code: "INVALID_REQ_TYPE",
      sentence: "The link has \(mode.map { "the unknown mode \($0)" } ?? "no mode").",
      nextStep: "The modes are resetPassword, verifyEmail, verifyAndChangeEmail, recoverEmail, "
        + "revertSecondFactorAddition and signIn.")
  }

  static let noContinueURL = ActionFailure(
    code: "MISSING_CONTINUE_URI",
    sentence: "This link signs in, and does not say in which app: it has no continueUrl.",
    nextStep: "Give the link itself to the app, or set the URL in the app's action code settings.")

  /// - Parameter unmet: the requirements of the project's policy that the new password does not meet.
  static func refused(
    _ code: String, _ message: String, unmet: [String] = []
  ) -> ActionFailure {
    let (sentence, nextStep): (String, String) =
      switch code {
      case "INVALID_OOB_CODE":
        (
          "The link was used already, or was replaced, or is not for this account.",
          "Request a new one in the app."
        )
      case "EXPIRED_OOB_CODE": ("The link has expired.", "Request a new one in the app.")
      case "EMAIL_EXISTS":
        ("Another account has the address.", "Use another address, or sign in to that account.")
      case "USER_DISABLED":
        ("The account is disabled.", "An administrator can enable it again.")
      case "PASSWORD_LOGIN_DISABLED":
        ("Password sign-in is disabled for the project.", "Enable it, or sign in another way.")
      case "WEAK_PASSWORD":
        (
          "The password is too short.",
          "Choose one of at least \(AccountLimits.shortestPassword) characters."
        )
      case "PASSWORD_DOES_NOT_MEET_REQUIREMENTS":
        unmet.isEmpty
          ? (
            "The password is too long.",
            "Choose one of at most \(AccountLimits.password) characters."
          )
          : (
            "The password does not meet the project's policy: \(unmet.joined(separator: ", ")).",
            "Choose another one."
          )
      case "PROJECT_DISABLED":
        ("Sign-in is switched off for the tenant.", "An administrator can switch it on again.")
      case "INVALID_CONTINUE_URI":
        (
          "The continueUrl leads nowhere: it must be absolute, with scheme and host.",
          "Set another one in the app's action code settings."
        )
      case "UNAUTHORIZED_DOMAIN":
        (
          "The continueUrl is on a domain that the project does not list.",
          "Add it to the project's authorized domains."
        )
      default: ("The emulator refused: \(message).", "The request log has the reason.")
      }
    return ActionFailure(code: code, sentence: sentence, nextStep: nextStep)
  }
}
