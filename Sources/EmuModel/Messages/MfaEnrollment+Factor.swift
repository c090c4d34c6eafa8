extension MfaEnrollment {
  package enum View: Sendable {
    /// A caller who has only shown the first factor.
    case firstFactor
    case owner
    /// The owner, where apps see the same phone numbers as administrators.
    case trustedOwner
    case administrator
    /// An export, which has each value once and the secrets.
    case export
  }

  package init(_ factor: SecondFactor, for view: View) {
    self.init()
    mfaEnrollmentId = factor.id
    displayName = factor.displayName
    enrolledAt = factor.enrolledAt.rfc3339
    switch factor.kind {
    case .phone(let number):
      phoneInfo =
        view == .firstFactor ? SecondFactorRule.obfuscated(phoneNumber: number) : number
      unobfuscatedPhoneInfo = view == .administrator || view == .trustedOwner ? number : nil
    case .totp(let secret):
      totpInfo = EmptyMessage()
      if view == .administrator || view == .export { emulatorTotpSecret = secret }
    }
  }
}
