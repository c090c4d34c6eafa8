internal import EmuModel

extension OperationContext {
  /// Returns the account as this caller may see it.
  func info(of user: User) -> UserInfo {
    user.info(showsPassword: showsPassword, secondFactors: secondFactorView, shape: rules.shape)
  }

  /// Returns the account as a list shows it: in production, lists alone have real hashes.
  func listedInfo(of user: User) -> UserInfo {
    user.info(showsPassword: true, secondFactors: secondFactorView, shape: rules.shape)
  }

  /// The second-factor fields for this caller: the official emulator shows owners the number twice.
  private var secondFactorView: MfaEnrollment.View {
    guard !caller.isAdmin else { return rules.shape == .official ? .administrator : .owner }
    return switches.isOn(.clientPrivileges) ? .owner : .trustedOwner
  }

  /// True if this caller sees the password's hash: production redacts it except in lists.
  private var showsPassword: Bool {
    caller.isAdmin ? rules.shape == .official : !switches.isOn(.clientPrivileges)
  }
}
