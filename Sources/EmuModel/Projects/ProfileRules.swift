/// The differences between profiles that no switch governs: response shapes, times and account
/// rules.
///
/// Compatible follows the official emulator, production follows production's recorded responses
/// (docs/adr/0035-answers-by-profile.md). Rules and operations read the member that concerns them,
/// never the profile.
package struct ProfileRules: Sendable, Hashable {
  package enum Shape: Sendable, Hashable {
    case official
    case production
  }

  /// The members of responses and the order of lists.
  package var shape: Shape
  /// True when a full page of accounts or tenants has a token although it is the last.
  package var givesTokenWithFullPage: Bool
  /// True when a page of accounts may begin after any text; otherwise only after a user's id.
  package var startsPagesAnywhere: Bool
  /// True when an emptied list of providers or second factors is shown as an empty list.
  package var showsEmptiedLists: Bool

  // MARK: Sessions and tokens
  /// True when a session ends by the whole seconds of `validSince`, so that moving it back revives
  /// ended sessions. Otherwise it ends permanently, by its exact time.
  package var endsSessionsBySecond: Bool
  /// True when a sign-in without `returnSecureToken` returns a token of the first version of the
  /// API.
  package var issuesLegacyTokens: Bool
  /// True when the header of a session cookie has a `typ`.
  package var addsCookieType: Bool

  // MARK: Second factors
  /// True when the session opened by the enrollment of a second factor keeps the claims of the
  /// previous one, such as those of a blocking function.
  package var enrollmentKeepsClaims: Bool
  /// True when the enrollment of an authenticator app ends the user's sessions, as that of a phone
  /// always does.
  package var appEnrollmentEndsSessions: Bool
  /// True when second factors that an administrator adds without an id are given one; otherwise
  /// they are rejected.
  package var generatesFactorIDs: Bool
  /// True when a session drops its second factor when any factor is withdrawn; otherwise only when
  /// its factor is.
  package var withdrawalDropsFactor: Bool
  /// True when a pending credential, and the session of a test number, can be used only once.
  package var consumesCredentials: Bool
  /// True when a pending credential remains valid after the user is disabled or changes the
  /// password.
  package var pendingOutlivesChanges: Bool

  // MARK: Accounts
  /// True when the user keeps the address and its state when `password` is unlinked or an
  /// administrator changes or removes the address.
  package var keepsAddress: Bool
  /// True when a user can have only one identity of each provider.
  package var singleIdentityPerProvider: Bool
  /// True when an update with an empty name or picture stores the empty text; otherwise it removes
  /// the member.
  package var keepsEmptyTexts: Bool
  /// True when an administrator's update accepts a password shorter than the minimum for new users.
  package var acceptsShortPasswords: Bool
  /// True when an e-mail link removes the password of an account whose address was never verified.
  package var emailLinkRemovesPassword: Bool
  /// True when a user's codes become invalid when the account is deleted or disabled, and survive a
  /// change of address.
  package var codesFollowAccounts: Bool
  /// True when phone numbers are normalized to E.164, and rejected where they have no such form.
  package var normalizesPhoneNumbers: Bool
  /// The fewest labels of the domain of an address, of which none is empty; 0 for any domain.
  package var domainLabels: Int
  /// True when an account created by an administrator has a sign-in time.
  package var countsCreationAsSignIn: Bool
  /// True when an empty address means none; otherwise it is rejected.
  package var acceptsEmptyEmail: Bool
  /// True when an import overwrites an existing account of the same id without being asked to, and
  /// the last duplicate in it wins.
  package var overwritesImports: Bool
  /// True when an account remains after a function rejects its first sign-in.
  package var keepsRejectedSignUps: Bool
  /// True when functions are notified of accounts that are deleted in batches.
  package var reportsBatchDeletion: Bool
  /// True when the answer to a direct change of an address has `newEmail`, as one by a code has.
  package var namesNewEmail: Bool
  /// True when an account of an e-mail link has a `validSince` from its creation on.
  package var datesEmailLinkAccounts: Bool
  /// True when a link to an app wraps the link of a code; otherwise the link has the app's settings.
  package var wrapsAppLinks: Bool

  // MARK: Providers
  /// True when a sign-in with an ID token alone returns a synthetic access token.
  package var inventsAccessTokens: Bool
  /// True when each credential of `oidc.*` gets a pending token; otherwise only those that are
  /// valid once.
  package var offersPendingTokens: Bool
  /// True when a returning user of `oidc.*` keeps the stored name and picture.
  package var keepsStoredProfile: Bool
  /// True when a sign-in sets the name of a user who has none, whichever the provider is.
  package var fillsNameOnSignIn: Bool
  /// True when a link does so, of a provider that names its person once.
  package var fillsNameOnLink: Bool
  /// True when an answer has the account's name and picture where the provider sends none.
  package var fallsBackToAccount: Bool
  /// True when a conflict names the sign-in methods of an owner whose address is not verified.
  package var namesUnverifiedOwner: Bool
  /// True when the form of the sign-in page proposes a verified address.
  package var proposesVerifiedAddress: Bool

  // MARK: Checks
  /// True when the size of custom claims is counted in bytes, otherwise in UTF-16 units.
  package var countsClaimsInBytes: Bool
  /// True when the tenant of the path applies where the body names another; otherwise that is
  /// rejected.
  package var pathTenantWins: Bool
  /// True when checks of production that no switch governs are enforced; otherwise the log states
  /// production's response.
  package var isStrict: Bool
}

extension ProfileRules {
  /// Returns a phone number in its stored form; nil for a text that is rejected.
  package func phoneNumber(_ text: String) -> String? {
    guard !normalizesPhoneNumbers else { return PhoneNumber.e164(text) }
    return PhoneNumber.isPlausible(text) ? text : nil
  }

  /// Returns true for an address that a user may have.
  package func isEmail(_ text: String) -> Bool {
    EmailAddress.isPlausible(text) && EmailAddress.domainLabels(of: text) >= domainLabels
      && (!isStrict || EmailAddress.hasValidLocalPart(text))
  }

  package static let compatible = ProfileRules(
    shape: .official, givesTokenWithFullPage: true, startsPagesAnywhere: true,
    showsEmptiedLists: true, endsSessionsBySecond: false,
    issuesLegacyTokens: false,
    addsCookieType: true,
    enrollmentKeepsClaims: true, appEnrollmentEndsSessions: true,
    generatesFactorIDs: false, withdrawalDropsFactor: true,
    consumesCredentials: true, pendingOutlivesChanges: false,
    keepsAddress: false, singleIdentityPerProvider: false, keepsEmptyTexts: false,
    acceptsShortPasswords: false, emailLinkRemovesPassword: false, codesFollowAccounts: false,
    normalizesPhoneNumbers: false,
    domainLabels: 0, countsCreationAsSignIn: true, acceptsEmptyEmail: false,
    overwritesImports: false, keepsRejectedSignUps: false, reportsBatchDeletion: true,
    namesNewEmail: true, datesEmailLinkAccounts: false, wrapsAppLinks: false,
    inventsAccessTokens: true, offersPendingTokens: false, keepsStoredProfile: false,
    fillsNameOnSignIn: false, fillsNameOnLink: true, fallsBackToAccount: false,
    namesUnverifiedOwner: true, proposesVerifiedAddress: true,
    countsClaimsInBytes: false, pathTenantWins: false, isStrict: false)

  package static let production = ProfileRules(
    shape: .production, givesTokenWithFullPage: false, startsPagesAnywhere: false,
    showsEmptiedLists: false, endsSessionsBySecond: true,
    issuesLegacyTokens: true,
    addsCookieType: false,
    enrollmentKeepsClaims: false, appEnrollmentEndsSessions: false,
    generatesFactorIDs: true, withdrawalDropsFactor: false,
    consumesCredentials: false, pendingOutlivesChanges: true,
    keepsAddress: true, singleIdentityPerProvider: true, keepsEmptyTexts: true,
    acceptsShortPasswords: true, emailLinkRemovesPassword: true, codesFollowAccounts: true,
    normalizesPhoneNumbers: true,
    domainLabels: 2, countsCreationAsSignIn: false, acceptsEmptyEmail: true,
    overwritesImports: true, keepsRejectedSignUps: true, reportsBatchDeletion: false,
    namesNewEmail: false, datesEmailLinkAccounts: true, wrapsAppLinks: true,
    inventsAccessTokens: false, offersPendingTokens: true, keepsStoredProfile: true,
    fillsNameOnSignIn: true, fillsNameOnLink: false, fallsBackToAccount: true,
    namesUnverifiedOwner: false, proposesVerifiedAddress: false,
    countsClaimsInBytes: true, pathTenantWins: true, isStrict: true)
}

extension Profile {
  package var rules: ProfileRules {
    switch self {
    case .compatible: .compatible
    case .production: .production
    }
  }
}
