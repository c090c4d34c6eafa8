internal import EmuModel
internal import EmuWire

/// Reads the account that an administrator creates, but for the password.
enum AdminProfile {
  static func user(
    _ input: SignUpRequest, in context: OperationContext
  ) throws(APIError) -> User {
    var user = User(uid: context.ids.localID(), createdAt: context.now)
    if let uid = ProfileInput.given(input.localId) { user.uid = try ProfileInput.uid(uid) }
    if let email = ProfileInput.given(input.email) { user.email = try ProfileInput.email(email) }
    if let name = ProfileInput.given(input.displayName) {
      user.displayName = try ProfileInput.displayName(name)
    }
    if let photo = ProfileInput.given(input.photoUrl) {
      user.photoURL = try ProfileInput.photoURL(photo)
    }
    if let phone = ProfileInput.given(input.phoneNumber) {
      user.phoneNumber = try ProfileInput.phoneNumber(phone)
    }
    user.emailVerified = input.emailVerified ?? false
    user.disabled = input.disabled ?? false
    user.validSince = context.now.seconds
    if let enrollments = input.mfaInfo, !enrollments.isEmpty {
      user.secondFactors = try context.enrolled(enrollments, known: [])
      try context.checkCanHaveSecondFactors(user)
    }
    return user
  }
}
