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
}

extension User {
  /// The account as the API shows it.
  ///
  /// A method, as the initializer of a type of another module would copy the user and the answer.
  func info(
    passwords: UserInfo.PasswordView, secondFactors view: MfaEnrollment.View
  ) -> UserInfo {
    var info = UserInfo()
    info.localId = uid
    info.email = email
    info.emailVerified = shownEmailVerified
    info.displayName = displayName
    info.photoUrl = photoURL
    info.phoneNumber = phoneNumber
    info.screenName = screenName
    if let password {
      info.passwordHash = passwords == .shown ? password.hash : "UkVEQUNURUQ="
      info.salt = passwords == .shown ? password.salt : nil
      info.passwordUpdatedAt = Double(password.updatedAt.milliseconds)
      info.version = 0
    }
    info.validSince = validSince == 0 ? nil : TextualInteger(validSince)
    info.disabled = disabled
    info.customAuth = customAuth ? true : nil
    info.customAttributes = customAttributes
    info.emailLinkSignin = emailLinkSignIn ? true : nil
    info.initialEmail = initialEmail
    info.createdAt = TextualInteger(createdAt.milliseconds)
    info.lastLoginAt = lastLoginAt.map { TextualInteger($0.milliseconds) }
    info.lastRefreshAt = lastRefreshAt?.rfc3339
    info.tenantId = tenantID
    let providers = ProviderUserInfo.all(of: self)
    info.providerUserInfo =
      providers.isEmpty && !emptyFields.contains(.providers) ? nil : providers
    if !secondFactors.isEmpty || emptyFields.contains(.secondFactors) {
      info.mfaInfo = secondFactors.map { MfaEnrollment($0, for: view) }
    }
    info.passkeyInfo =
      passkeys.isEmpty
      ? nil : passkeys.map { PasskeyInfo(credentialId: $0.credentialID, name: $0.name) }
    return info
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
    user.info(passwords: passwordView, secondFactors: secondFactorView)
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
