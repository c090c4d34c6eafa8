internal import EmuModel

extension BatchCreate.Rules {
  /// Returns the second factors of an imported account, checked as on the official emulator.
  func secondFactors(_ info: UserInfo, of user: User) throws(ImportFailure) -> [SecondFactor] {
    guard let enrollments = info.mfaInfo, !enrollments.isEmpty else { return [] }
    guard user.email != nil else {
      throw ImportFailure("an account with second factors needs an email")
    }
    guard user.emailVerified else {
      throw ImportFailure("the email of an account with second factors must be verified")
    }
    do {
      return try EnrolledFactors(generatesIDs: true, context: context).read(enrollments)
    } catch {
      let message =
        switch error {
        case .phoneNumber: "Phone number format is invalid"
        case .totp:
          context.rules.shape == .official
            ? "Second factor not supported." : "Importing TOTP MFA is not supported."
        case .secret: "the emulatorTotpSecret of a second factor is not Base32"
        case .missingID: "a second factor has no mfaEnrollmentId"
        case .repeatedID(let id): "mfaEnrollmentId \(id) is repeated"
        case .displayName:
          "the displayName of a second factor is longer than \(AccountLimits.displayName) characters"
        case .tooMany: "a user has at most \(AccountLimits.list) second factors"
        }
      throw ImportFailure(message)
    }
  }
}
