/// Production's way, where the answer of a request is another one.
package struct ProductionDifference: Sendable, Hashable {
  package var rule: ProductionRule
  package var answer: Answer

  /// Production's answer; a literal is a result.
  package enum Answer: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The code or text with which production refuses.
    case refusal(String)
    /// Production's result, in a few words.
    case result(String)

    package init(stringLiteral result: String) { self = .result(result) }

    package var text: String {
      switch self {
      case .refusal(let text), .result(let text): text
      }
    }

    package var isRefusal: Bool { self == .refusal(text) }
  }

  package init(_ rule: ProductionRule, _ answer: Answer) {
    self.rule = rule
    self.answer = answer
  }
}

/// A rule by which production's answer differs from the compatible profile's.
package enum ProductionRule: Sendable, Hashable {
  /// A check that a project can turn on.
  case check(Switch)
  /// A difference of the profiles that no switch governs.
  case profile(ProfileDifference)

  package static let all =
    Switch.allCases.map(Self.check) + ProfileDifference.allCases.map(Self.profile)

  /// The name in reports, such as `recentLogin`.
  package var name: String {
    switch self {
    case .check(let name): name.rawValue
    case .profile(let name): name.rawValue
    }
  }

  /// The changes that the app or its tests need, as sentences.
  package var change: String {
    switch self {
    case .check(let name): name.change
    case .profile(let name): name.change
    }
  }
}

/// A difference of the profiles that no switch governs, see ``ProfileRules``.
package enum ProfileDifference: String, Sendable, CaseIterable {
  case changedAddress
  case codeOfChangedAccount
  case emailLinkPassword
  case emptyEmail
  case emptyProfileText
  case enrollmentClaims
  case errorCode
  case factorID
  case filledName
  case identityOfProvider
  case importedHash
  case importedID
  case inputCheck
  case keptProfile
  case legacyToken
  case mailDomain
  case pendingCredential
  case phoneNumberForm
  case refusedSignUp
  case sessionEnd
  case shortPassword
  case tenantOfPath
  case testNumberCode
  case unlinkedPassword
  case withdrawnFactor
}

extension ProfileDifference {
  package var change: String {
    switch self {
    case .changedAddress:
      "Send emailVerified with the new address, so that both store the same."
    case .codeOfChangedAccount:
      "Expect that a code ends with its account, and outlives a change of the address."
    case .emailLinkPassword:
      "Expect that a person who signs in by e-mail link has to set the password again."
    case .emptyEmail: "Leave email out, or expect an account without an address."
    case .emptyProfileText: "Remove a name or a photo with deleteAttribute, as SDKs do for null."
    case .enrollmentClaims:
      "Read session claims again after an enrollment: the new session has none."
    case .errorCode: "Handle production's code in the same place as this one."
    case .factorID: "Send mfaEnrollmentId with each second factor."
    case .filledName: "Set the name with accounts:update: a link leaves the user's own alone."
    case .identityOfProvider: "Unlink the provider before another identity of it is linked."
    case .importedHash: "Send hash parameters within production's limits."
    case .importedID: "Send allowOverwrite, or leave users out that exist already."
    case .inputCheck: "Send what the reason requires."
    case .keptProfile: "Read name and photo from the provider's token, not from the user."
    case .legacyToken: "Send returnSecureToken: true, as SDKs do."
    case .mailDomain: "Use addresses whose domain has a dot, such as ann@example.com."
    case .pendingCredential: "Expect a second factor to be accepted in that state."
    case .phoneNumberForm: "Send telephone numbers as E.164, such as +16505550104."
    case .refusedSignUp:
      "Expect the account to exist after beforeSignIn has refused its first sign-in."
    case .sessionEnd: "Wait a second between a sign-in and the revocation of earlier sessions."
    case .shortPassword: "Use passwords of six characters and more in tests of refusals too."
    case .tenantOfPath: "Name one tenant: the path's is used, whatever the body names."
    case .testNumberCode: "Expect the code of a test number to be accepted more than once."
    case .unlinkedPassword:
      "Expect the address to stay with the user, so that no other person can sign up with it."
    case .withdrawnFactor:
      "Read firebase.sign_in_second_factor of the new token: it stays if another factor was withdrawn."
    }
  }
}
