internal import EmuModel

/// Reads the account that an administrator creates, except the password.
enum AdminProfile {
  static func user(
    _ input: SignUpRequest, in context: OperationContext
  ) throws(APIError) -> User {
    var user = User(uid: context.ids.localID(), createdAt: context.now)
    if let uid = ProfileInput.given(input.localId) { user.uid = try ProfileInput.uid(uid) }
    if let email = ProfileInput.given(input.email) {
      user.email = try ProfileInput.newEmail(email, in: context)
    } else if input.email != nil {
      try ProfileInput.checkEmptyEmail(in: context)
    }
    if let name = ProfileInput.given(input.displayName) {
      user.displayName = try ProfileInput.displayName(name)
    }
    if let photo = ProfileInput.given(input.photoUrl) {
      user.photoURL = try ProfileInput.photoURL(photo)
    }
    if let phone = ProfileInput.given(input.phoneNumber) {
      user.phoneNumber = try ProfileInput.phoneNumber(phone, in: context)
    }
    user.emailVerified = input.emailVerified ?? false
    user.disabled = input.disabled ?? false
    if input.emailVerified != nil { user.emptyFields.insert(.emailVerified) }
    user.emptyFields.insert(.disabled)
    // The id may belong to a deleted user, whose sessions are invalid.
    user.endSessions(at: context.now)
    // The official emulator counts the creation of an account as a sign-in.
    if context.rules.countsCreationAsSignIn { user.lastLoginAt = context.now }
    if let enrollments = input.mfaInfo, !enrollments.isEmpty {
      user.secondFactors = try context.enrolled(enrollments, known: [], makesIDs: true)
      try context.checkCanHaveSecondFactors(user)
    }
    return user
  }
}
