internal import EmuModel

extension OperationContext {
  /// Returns the account as this caller may see it.
  func info(of user: User) -> UserInfo {
    user.info(passwords: passwordView, secondFactors: secondFactorView, shape: rules.shape)
  }

  /// Returns the account as a list shows it: in production, lists alone have real hashes.
  func listedInfo(of user: User) -> UserInfo {
    user.info(passwords: .shown, secondFactors: secondFactorView, shape: rules.shape)
  }

  /// The second-factor fields for this caller: the official emulator shows owners the number twice.
  private var secondFactorView: MfaEnrollment.View {
    guard !caller.isAdmin else { return rules.shape == .official ? .administrator : .owner }
    return switches.isOn(.clientPrivileges) ? .owner : .trustedOwner
  }

  /// The password fields for this caller: production redacts them except in lists.
  private var passwordView: UserInfo.PasswordView {
    guard caller.isAdmin else { return switches.isOn(.clientPrivileges) ? .redacted : .shown }
    return rules.shape == .official ? .shown : .redacted
  }
}
