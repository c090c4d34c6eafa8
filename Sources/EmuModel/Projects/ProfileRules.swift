/// What a profile makes different where no switch of the project does: the shape of answers, clocks, and
/// what becomes of an account.
///
/// Compatible has the official emulator's truth, production that of production's recorded answers
/// (docs/adr/0035-answers-by-profile.md). Rules and operations read the member that concerns them and
/// never ask which profile it is.
package struct ProfileRules: Sendable, Hashable {
  package enum Shape: Sendable, Hashable {
    case official
    case production
  }

  /// Which members answers have, and in which order lists are.
  package var shape: Shape

  // MARK: Sessions and tokens
  /// Whether a session ends by the whole seconds of `validSince` alone, so that moving it back revives
  /// what it had ended; else by its exact moment, for good.
  package var endsSessionsByTheSecond: Bool
  /// How long a token is good for after its `exp`, in seconds.
  package var tokenGrace: Int64
  /// Whether a sign-in without `returnSecureToken` gives the token of the first version of the API.
  package var givesLegacyTokens: Bool
  /// Whether the header of a session cookie has a `typ`.
  package var typesCookies: Bool

  // MARK: Second factors
  /// Whether the session that the enrollment of a second factor opens has the claims of the one before,
  /// such as those of a blocking function.
  package var enrollmentKeepsClaims: Bool
  /// Whether second factors that an administrator gives without an id are given one; else refused.
  package var makesFactorIDs: Bool
  /// Whether a session forgets its second factor whichever is withdrawn; else when it is its own.
  package var withdrawalForgetsFactor: Bool
  /// Whether a pending credential, and the session of a test number, are good for one success alone.
  package var usesUpCredentials: Bool
  /// Whether a pending credential stands although the user was disabled or changed the password.
  package var pendingOutlivesChanges: Bool

  // MARK: Accounts
  /// Whether the user keeps the address, and what is known of it, when `password` is unlinked or an
  /// administrator changes or removes the address.
  package var keepsAddress: Bool
  /// Whether a user who has an identity of a provider can be linked to no second one.
  package var oneIdentityPerProvider: Bool
  /// Whether an empty name or picture of an update is kept as an empty text; else it removes the member.
  package var keepsEmptyTexts: Bool
  /// Whether an administrator's update takes a password that is shorter than a new user's may be.
  package var takesShortPasswords: Bool
  /// Whether an e-mail link on an account whose address was never verified removes its password.
  package var emailLinkRemovesPassword: Bool
  /// Whether the codes of a user end with the account or its enablement, and outlive another address.
  package var codesFollowAccounts: Bool
  /// Whether telephone numbers are brought into the form of E.164, and refused where they have none.
  package var normalizesPhoneNumbers: Bool
  /// The fewest labels of the domain of an address.
  package var domainLabels: Int
  /// Whether an administrator's account has signed in when it is made.
  package var countsCreationAsSignIn: Bool
  /// Whether the address of an empty text is none; else it is refused.
  package var takesEmptyEmail: Bool
  /// Whether an import overwrites an account of the same id unasked, and the later of two of its own.
  package var overwritesImports: Bool
  /// Whether an account whose sign-up a function refuses at the sign-in stays.
  package var keepsRefusedSignUps: Bool
  /// Whether functions hear of accounts that are deleted in batches.
  package var reportsBatchDeletion: Bool

  // MARK: Checks
  /// Whether the tenant of the path stands where the body names another; else that is refused.
  package var pathTenantWins: Bool
  /// Whether the checks that production makes and that no switch governs are made; else the log has what
  /// production would have answered.
  package var isStrict: Bool
}

extension ProfileRules {
  /// A telephone number as it is stored; nil for a text that is refused.
  package func phoneNumber(_ text: String) -> String? {
    guard !normalizesPhoneNumbers else { return PhoneNumber.e164(text) }
    return PhoneNumber.isPlausible(text) ? text : nil
  }

  /// Whether a text is an address that a user may have.
  package func isEmail(_ text: String) -> Bool {
    EmailAddress.isPlausible(text) && EmailAddress.domainLabels(of: text) >= domainLabels
  }

  package static let compatible = ProfileRules(
    shape: .official, endsSessionsByTheSecond: false, tokenGrace: 0, givesLegacyTokens: false,
    typesCookies: true,
    enrollmentKeepsClaims: true, makesFactorIDs: false, withdrawalForgetsFactor: true,
    usesUpCredentials: true, pendingOutlivesChanges: false,
    keepsAddress: false, oneIdentityPerProvider: false, keepsEmptyTexts: false,
    takesShortPasswords: false, emailLinkRemovesPassword: false, codesFollowAccounts: false,
    normalizesPhoneNumbers: false,
    domainLabels: 1, countsCreationAsSignIn: true, takesEmptyEmail: false,
    overwritesImports: false, keepsRefusedSignUps: false, reportsBatchDeletion: true,
    pathTenantWins: false, isStrict: false)

  package static let production = ProfileRules(
    shape: .production, endsSessionsByTheSecond: true, tokenGrace: 300, givesLegacyTokens: true,
    typesCookies: false,
    enrollmentKeepsClaims: false, makesFactorIDs: true, withdrawalForgetsFactor: false,
    usesUpCredentials: false, pendingOutlivesChanges: true,
    keepsAddress: true, oneIdentityPerProvider: true, keepsEmptyTexts: true,
    takesShortPasswords: true, emailLinkRemovesPassword: true, codesFollowAccounts: true,
    normalizesPhoneNumbers: true,
    domainLabels: 2, countsCreationAsSignIn: false, takesEmptyEmail: true,
    overwritesImports: true, keepsRefusedSignUps: true, reportsBatchDeletion: false,
    pathTenantWins: true, isStrict: true)
}

extension Profile {
  package var rules: ProfileRules {
    switch self {
    case .compatible: .compatible
    case .production: .production
    }
  }
}
