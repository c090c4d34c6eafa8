internal import EmuWire

/// An answer whose members differ between the official emulator and production.
///
/// Operations make answers in the official emulator's shape, and the endpoint has them take production's
/// where the project's profile says so: which members are there although they hold nothing, and which
/// are left out, stands in this folder alone.
protocol ProductionShaped: Encodable {
  mutating func takeProductionShape(for caller: Caller)
}

extension SignUpResponse: ProductionShaped {
  /// An administrator hears of address and id alone, and of an empty address.
  mutating func takeProductionShape(for caller: Caller) {
    guard idToken == nil, caller.isAdmin else { return }
    email = email ?? ""
    displayName = nil
  }
}

extension SignInWithPasswordResponse: ProductionShaped {
  mutating func takeProductionShape(for caller: Caller) {
    displayName = displayName ?? ""
    photoUrl = nil
  }
}

extension BatchCreateResponse: ProductionShaped {
  mutating func takeProductionShape(for caller: Caller) {
    if error?.isEmpty == true { error = nil }
  }
}

extension QueryResponse: ProductionShaped {
  mutating func takeProductionShape(for caller: Caller) {
    if userInfo?.isEmpty == true { userInfo = nil }
  }
}

extension FinalizeMfaEnrollmentResponse: ProductionShaped {
  mutating func takeProductionShape(for caller: Caller) { phoneAuthInfo = nil }
}

extension FinalizeMfaSignInResponse: ProductionShaped {
  mutating func takeProductionShape(for caller: Caller) { phoneAuthInfo = nil }
}

extension WithdrawMfaResponse: ProductionShaped {
  mutating func takeProductionShape(for caller: Caller) { expiresIn = nil }
}

extension SignInWithIdpResponse: ProductionShaped {
  mutating func takeProductionShape(for caller: Caller) {
    if context?.isEmpty == true { context = nil }
    emailVerified = emailVerified ?? false
  }
}
