internal import EmuJSON
internal import EmuModel

/// A response whose members differ between the official emulator and production.
///
/// Operations return the official emulator's shape. The endpoint converts it to production's if the
/// project's profile requires it. Only this folder defines the members that are empty or omitted
/// there.
protocol ProductionShaped: Encodable {
  mutating func convertToProductionShape(for caller: Caller)
}

extension SignUpResponse: ProductionShaped {
  /// An administrator receives only address and id, also an empty address.
  mutating func convertToProductionShape(for caller: Caller) {
    guard session.idToken == nil, caller.isAdmin else { return }
    email = email ?? ""
    displayName = nil
  }
}

extension SignInWithPasswordResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    displayName = displayName ?? ""
    photoUrl = nil
  }
}

extension SignInWithEmailLinkResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    if signIn.mfaPendingCredential != nil { isNewUser = nil }
  }
}

extension BatchCreateResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    error = error.withoutEmptyList
  }
}

extension QueryResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    userInfo = userInfo.withoutEmptyList
  }
}

extension FinalizeMfaEnrollmentResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) { phoneAuthInfo = nil }
}

extension FinalizeMfaSignInResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) { phoneAuthInfo = nil }
}

extension WithdrawMfaResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) { expiresIn = nil }
}

extension SignInWithIdpResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    if rawUserInfo == "{}" { rawUserInfo = nil }
    emailVerified = emailVerified ?? false
  }
}

extension BatchGetResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    if users?.count == 0 { users = nil }
  }
}

extension RecaptchaConfig: ProductionShaped {
  /// The key is returned where a provider is audited or enforced.
  mutating func convertToProductionShape(for caller: Caller) {
    if recaptchaEnforcementState.allSatisfy({ $0.enforcementState == "OFF" }) { recaptchaKey = nil }
  }
}

extension ResetPasswordResponse: ProductionShaped {
  /// The presenter of a sign-in link must know the address.
  mutating func convertToProductionShape(for caller: Caller) {
    if requestType == OobCode.Kind.emailSignIn.rawValue { email = nil }
  }
}

extension CreateAuthUriResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    allProviders = allProviders.withoutEmptyList
    signinMethods = signinMethods.withoutEmptyList
  }
}

extension GetProjectResponse: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    idpConfig = idpConfig.withoutEmptyList
  }
}

extension PasskeyConfig: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    expectedOrigins = expectedOrigins.withoutEmptyList
    name = name.map(ProfileRules.Shape.numbered)
  }
}

extension IAMPolicy: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    bindings = bindings.withoutEmptyList
    auditConfigs = auditConfigs.withoutEmptyList
  }
}

extension TestIamPermissions.Output: ProductionShaped {
  mutating func convertToProductionShape(for caller: Caller) {
    permissions = permissions.withoutEmptyList
  }
}

extension Optional where Wrapped: Collection {
  /// The list; nil for an empty one, which the JSON form of protocol buffers omits.
  fileprivate var withoutEmptyList: Self { flatMap { $0.isEmpty ? nil : $0 } }
}
