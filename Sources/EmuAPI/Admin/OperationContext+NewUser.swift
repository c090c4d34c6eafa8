internal import EmuModel

extension OperationContext {
  /// Returns the account that an administrator creates, without the password.
  func newUser(_ input: SignUpRequest) throws(APIError) -> User {
    var user = User(uid: ids.localID(), createdAt: now)
    if let uid = input.localId.given { user.uid = try ProfileInput.uid(uid) }
    user.email = try input.email.given.map(newEmail)
    if input.email == "" { try checkEmptyEmail() }
    func text(_ sent: String?) -> String? { rules.keepsEmptyTexts ? sent : sent.given }
    user.displayName = try text(input.displayName).map(ProfileInput.displayName)
    user.photoURL = try text(input.photoUrl).map(ProfileInput.photoURL)
    explainEmptyTexts(input.displayName, input.photoUrl)
    if let phone = input.phoneNumber.given {
      user.phoneNumber = try validPhoneNumber(phone)
    }
    user.emailVerified = input.emailVerified ?? false
    user.disabled = input.disabled ?? false
    if input.emailVerified != nil { user.emptyFields.insert(.emailVerified) }
    user.emptyFields.insert(.disabled)
    // The id may belong to a deleted user, whose sessions are invalid.
    user.endSessions(at: now)
    // The official emulator counts the creation of an account as a sign-in.
    if rules.countsCreationAsSignIn { user.lastLoginAt = now }
    if let enrollments = input.mfaInfo, !enrollments.isEmpty {
      user.secondFactors = try enrolled(enrollments)
      try checkCanHaveSecondFactors(user)
    }
    return user
  }

  /// Records the empty texts of a profile that production stores, and the profile does not.
  func explainEmptyTexts(_ texts: String?...) {
    guard !rules.keepsEmptyTexts, texts.contains("") else { return }
    explain(
      .emptyProfileText, "production stores the empty text", production: "stores an empty text")
  }
}
