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

  fileprivate let profile: Profile

  /// The members of responses and the order of lists.
  package var shape: Shape { profile == .production ? .production : .official }
  /// True when a full page of accounts or tenants has a token although it is the last.
  package var givesTokenWithFullPage: Bool { profile == .compatible }
  /// True when a path or method that Google's API does not have is 404 without JSON.
  package var answersUnknownPathsInText: Bool { profile == .production }
  /// True when an emptied list of providers or second factors is shown as an empty list.
  package var showsEmptiedLists: Bool { profile == .compatible }

  // MARK: Sessions and tokens
  /// True when a session ends by the whole seconds of `validSince`, so that moving it back revives
  /// ended sessions. Otherwise it ends permanently, by its exact time.
  package var endsSessionsBySecond: Bool { profile == .production }
  /// True when a sign-in without `returnSecureToken` returns a token of the first version of the
  /// API.
  package var issuesLegacyTokens: Bool { profile == .production }
  /// True when the header of a session cookie has a `typ`.
  package var addsCookieType: Bool { profile == .compatible }
  /// The cache policy of published keys. They may be rotated at any time, so a copy is revalidated
  /// before use, except in production where the keys outlive a restart: some libraries reject keys
  /// that are valid for less than an hour.
  package func keyCaching(areKept: Bool) -> String {
    "public, max-age=\(areKept && profile == .production ? 21_600 : 0), must-revalidate"
  }
  /// True when a tenant's user gets a session cookie by the project's path.
  package var findsTenantOfCookie: Bool { profile == .production }

  /// True when refresh tokens of the official emulator are accepted, which are not authenticated.
  package var acceptsOfficialRefreshTokens: Bool { profile == .compatible }

  // MARK: Second factors
  /// True when an enrollment checks the session before a missing code.
  package var checksSessionBeforeCode: Bool { profile == .production }
  /// True when an enrollment checks that a number is new before the session.
  package var checksNumberBeforeSession: Bool { profile == .production }
  /// True when the session opened by the enrollment of a second factor keeps the claims of the
  /// previous one, such as those of a blocking function.
  package var enrollmentKeepsClaims: Bool { profile == .compatible }
  /// True when the enrollment of an authenticator app ends the user's sessions, as that of a phone
  /// always does.
  package var appEnrollmentEndsSessions: Bool { profile == .compatible }
  /// True when second factors that an administrator adds without an id are given one; otherwise
  /// they are rejected.
  package var generatesFactorIDs: Bool { profile == .production }
  /// True when a session drops its second factor when any factor is withdrawn; otherwise only when
  /// its factor is.
  package var withdrawalDropsFactor: Bool { profile == .compatible }
  /// True when a pending credential, and the session of a test number, can be used only once.
  package var consumesCredentials: Bool { profile == .compatible }
  /// True when a pending credential remains valid after the user is disabled or changes the
  /// password.
  package var pendingOutlivesChanges: Bool { profile == .production }

  // MARK: Accounts
  /// True when the user keeps the address and its state when `password` is unlinked or an
  /// administrator changes or removes the address.
  package var keepsAddress: Bool { profile == .production }
  /// True when a user can have only one identity of each provider.
  package var singleIdentityPerProvider: Bool { profile == .production }
  /// True when an empty name or picture of an update, or of an administrator's new account, is
  /// stored as an empty text; otherwise the member is absent.
  package var keepsEmptyTexts: Bool { profile == .production }
  /// True when an administrator's update accepts a password shorter than the minimum for new users.
  package var acceptsShortPasswords: Bool { profile == .production }
  /// True when an e-mail link removes the password of an account whose address was never verified.
  package var emailLinkRemovesPassword: Bool { profile == .production }
  /// True when a user's codes become invalid when the account is deleted or disabled, and survive a
  /// change of address.
  package var codesFollowAccounts: Bool { profile == .production }
  /// True when phone numbers are normalized to E.164, and rejected where they have no such form.
  package var normalizesPhoneNumbers: Bool { profile == .production }
  /// The fewest labels of the domain of an address, of which none is empty; 0 for any domain.
  package var domainLabels: Int { profile == .production ? 2 : 0 }
  /// True when an account created by an administrator has a sign-in time.
  package var countsCreationAsSignIn: Bool { profile == .compatible }
  /// True when an empty address means none; otherwise it is rejected.
  package var acceptsEmptyEmail: Bool { profile == .production }
  /// True when an import overwrites an existing account of the same id without being asked to, and
  /// the last duplicate in it wins.
  package var overwritesImports: Bool { profile == .production }
  /// True when an account remains after a function rejects its first sign-in.
  package var keepsRejectedSignUps: Bool { profile == .production }
  /// True when functions are notified of accounts that are deleted in batches.
  package var reportsBatchDeletion: Bool { profile == .compatible }
  /// True when the answer to a direct change of an address has `newEmail`, as one by a code has.
  package var namesNewEmail: Bool { profile == .compatible }
  /// True when an account of an e-mail link has a `validSince` from its creation on.
  package var datesEmailLinkAccounts: Bool { profile == .production }
  /// True when an administrator too gets no error for a new address that another user has, where
  /// addresses are protected.
  package var hidesOwnersFromAdmins: Bool { profile == .production }
  /// True when a link to an app wraps the link of a code; otherwise the link has the app's settings.
  package var wrapsAppLinks: Bool { profile == .production }

  // MARK: Functions
  /// True when a function gets no `email_verified` of a user without an address.
  package var omitsVerificationWithoutEmail: Bool { profile == .production }
  /// True when a function can set a user's picture.
  package var acceptsPictureOfFunction: Bool { profile == .compatible }

  // MARK: Providers
  package var readsProviderIDsInAnyCase: Bool { profile == .compatible }
  /// True when the credential beside an invalid pending token is read.
  package var readsCredentialBesidePendingToken: Bool { profile == .compatible }
  /// True when a sign-in with an ID token alone returns a synthetic access token.
  package var inventsAccessTokens: Bool { profile == .compatible }
  /// True when each credential of `oidc.*` gets a pending token; otherwise only those that are
  /// valid once.
  package var offersPendingTokens: Bool { profile == .production }
  /// True when a returning user of `oidc.*` keeps the stored name and picture.
  package var keepsStoredProfile: Bool { profile == .production }
  /// True when a sign-in sets the name of a user who has none, whichever the provider is.
  package var fillsNameOnSignIn: Bool { profile == .production }
  /// True when a link does so, of a provider that names its person once.
  package var fillsNameOnLink: Bool { profile == .compatible }
  /// True when an answer has the account's name and picture where the provider sends none.
  package var fallsBackToAccount: Bool { profile == .production }
  /// True when a conflict names the sign-in methods of an owner whose address is not verified.
  package var namesUnverifiedOwner: Bool { profile == .compatible }
  /// True when the form of the sign-in page proposes a verified address.
  package var proposesVerifiedAddress: Bool { profile == .compatible }

  // MARK: Configuration
  /// True when tenants are served only where `multiTenant.allowTenants` is set.
  package var requiresMultiTenancy: Bool { profile == .production }
  /// True when addresses of a tenant without `emailPrivacyConfig` are protected as the project's
  /// are; otherwise they are not protected.
  package var tenantsShareAddressProtection: Bool { profile == .compatible }
  /// True when the error about a tenant that was deleted differs from that about an unknown one.
  package var namesDeletedTenants: Bool { profile == .production }
  /// True when the domains of a project are shown although the configuration has none.
  package var showsDefaultDomains: Bool { profile == .production }
  /// True when an update that names the domains without a value clears the default ones.
  package var clearsDefaultDomains: Bool { profile == .production }
  /// True when the caller can set the update time of a function's trigger.
  package var acceptsTriggerTimes: Bool { profile == .compatible }
  /// True when an update of a provider without `updateMask` changes nothing.
  package var requiresUpdateMask: Bool { profile == .production }
  /// True when a removed reCAPTCHA configuration keeps its part about phones.
  package var keepsPhonePartOfRecaptcha: Bool { profile == .production }

  // MARK: Checks
  /// True when a number is read as a text, and a single value as a list.
  package var acceptsScalars: Bool { profile == .production }
  /// True when the last of two spellings of a member counts, and times and durations get the one form
  /// of protocol buffers.
  package var readsCanonicalForms: Bool { profile == .production }
  /// True when a mistake of the body is reported before an unknown or disabled tenant.
  package var readsBodyBeforeTenant: Bool { profile == .production }
  /// True when a body may have single quotes, keys without quotes and a comma after the last
  /// member, as Google's front end and its own examples have them.
  package var readsRelaxedJSON: Bool { profile == .production }
  /// True when the error about a body names all its mistakes; otherwise the first.
  package var namesEveryMistake: Bool { profile == .production }
  /// True when a query for more users than a page has returns a page; otherwise it is rejected.
  package var limitsQueries: Bool { profile == .production }
  /// True when the tenant of the path applies where the body names another; otherwise that is
  /// rejected.
  package var pathTenantWins: Bool { profile == .production }
  /// True when checks of production that no switch governs are enforced; otherwise the log states
  /// production's response.
  package var isStrict: Bool { profile == .production }
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

  package static let compatible = Profile.compatible.rules
  package static let production = Profile.production.rules
}

extension Profile {
  package var rules: ProfileRules { ProfileRules(profile: self) }
}
