internal import EmuJSON
internal import EmuModel
internal import EmuWire

extension UserInfo {
  /// How much of a password a caller may see.
  enum PasswordView {
    case shown
    /// Production's marker for clients: `REDACTED` in base64.
    case redacted
  }

  /// The account as the API shows it.
  init(_ user: User, passwords: PasswordView, secondFactors: MfaEnrollment.View) {
    self.init()
    localId = user.uid
    email = user.email
    emailVerified = user.shownEmailVerified
    displayName = user.displayName
    photoUrl = user.photoURL
    phoneNumber = user.phoneNumber
    screenName = user.screenName
    if let password = user.password {
      passwordHash = passwords == .shown ? password.hash : "UkVEQUNURUQ="
      salt = passwords == .shown ? password.salt : nil
      passwordUpdatedAt = Double(password.updatedAt.milliseconds)
      version = 0
    }
    validSince = user.validSince == 0 ? nil : TextualInteger(user.validSince)
    disabled = user.disabled
    customAuth = user.customAuth ? true : nil
    customAttributes = user.customAttributes
    emailLinkSignin = user.emailLinkSignIn ? true : nil
    initialEmail = user.initialEmail
    createdAt = TextualInteger(user.createdAt.milliseconds)
    lastLoginAt = user.lastLoginAt.map { TextualInteger($0.milliseconds) }
    lastRefreshAt = user.lastRefreshAt?.rfc3339
    tenantId = user.tenantID
    let providers = ProviderUserInfo.all(of: user)
    providerUserInfo =
      providers.isEmpty && !user.emptyFields.contains(.providers) ? nil : providers
    if !user.secondFactors.isEmpty || user.emptyFields.contains(.secondFactors) {
      mfaInfo = user.secondFactors.map { MfaEnrollment($0, for: secondFactors) }
    }
    passkeyInfo =
      user.passkeys.isEmpty
      ? nil : user.passkeys.map { PasskeyInfo(credentialId: $0.credentialID, name: $0.name) }
  }
}

extension ProviderUserInfo {
  /// Every way in which a user can sign in, in the order in which they were added.
  ///
  /// `federatedId` equals `rawId`: iOS and C++ read one, JavaScript and Node the other.
  static func all(of user: User) -> [ProviderUserInfo] {
    user.providers.compactMap { provider in
      switch provider {
      case User.passwordProvider: ProviderUserInfo(passwordOf: user)
      case User.phoneProvider: ProviderUserInfo(phoneOf: user)
      default: user.link(to: provider).map(ProviderUserInfo.init)
      }
    }
  }

  private init(passwordOf user: User) {
    self.init()
    providerId = User.passwordProvider
    rawId = user.email
    federatedId = user.email
    email = user.email
    displayName = user.displayName
    photoUrl = user.photoURL
  }

  private init(phoneOf user: User) {
    self.init()
    providerId = User.phoneProvider
    rawId = user.phoneNumber
    federatedId = user.phoneNumber
    phoneNumber = user.phoneNumber
  }

  init(_ link: ProviderLink) {
    self.init()
    providerId = link.providerID
    rawId = link.rawID
    federatedId = link.rawID
    email = link.email
    displayName = link.displayName
    photoUrl = link.photoURL
    screenName = link.screenName
  }
}

extension OperationContext {
  /// The account as this caller sees it.
  func info(of user: User) -> UserInfo {
    UserInfo(user, passwords: passwordView, secondFactors: secondFactorView)
  }

  /// How this caller sees second factors: the official emulator shows owners the number twice.
  private var secondFactorView: MfaEnrollment.View {
    guard !caller.isAdmin else { return .administrator }
    return settings.isOn(.clientPrivileges) ? .owner : .trustedOwner
  }

  /// How this caller sees passwords: production redacts them for apps.
  private var passwordView: UserInfo.PasswordView {
    caller.isAdmin || !settings.isOn(.clientPrivileges) ? .shown : .redacted
  }
}
