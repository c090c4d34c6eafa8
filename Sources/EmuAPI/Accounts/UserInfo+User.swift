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
  /// A method, as an initializer in an extension of a type of another module would copy the user.
  func info(
    passwords: UserInfo.PasswordView, secondFactors view: MfaEnrollment.View
  ) -> UserInfo {
    let providers = ProviderUserInfo.all(of: self)
    let showsProviders = !providers.isEmpty || emptyFields.contains(.providers)
    let showsSecondFactors = !secondFactors.isEmpty || emptyFields.contains(.secondFactors)
    return UserInfo(
      localId: uid, email: email, emailVerified: shownEmailVerified, displayName: displayName,
      photoUrl: photoURL, phoneNumber: phoneNumber, screenName: screenName,
      passwordHash: password.map { passwords == .shown ? $0.hash : "UkVEQUNURUQ=" },
      salt: passwords == .shown ? password?.salt : nil, version: password == nil ? nil : 0,
      passwordUpdatedAt: password.map { Double($0.updatedAt.milliseconds) },
      validSince: validSince == 0 ? nil : TextualInteger(validSince), disabled: disabled,
      customAuth: customAuth ? true : nil, customAttributes: customAttributes,
      emailLinkSignin: emailLinkSignIn ? true : nil, initialEmail: initialEmail,
      createdAt: TextualInteger(createdAt.milliseconds),
      lastLoginAt: lastLoginAt.map { TextualInteger($0.milliseconds) },
      lastRefreshAt: lastRefreshAt?.rfc3339, tenantId: tenantID,
      providerUserInfo: showsProviders ? providers : nil,
      mfaInfo: showsSecondFactors ? secondFactors.map { MfaEnrollment($0, for: view) } : nil,
      passkeyInfo: passkeys.isEmpty
        ? nil : passkeys.map { PasskeyInfo(credentialId: $0.credentialID, name: $0.name) })
  }
}

extension ProviderUserInfo {
  /// Every way in which a user can sign in, in the order in which they were added.
  static func all(of user: User) -> [ProviderUserInfo] {
    let links = Dictionary(
      user.links.map { ($0.providerID, $0) }, uniquingKeysWith: { first, _ in first })
    return user.providers.compactMap { provider in
      switch provider {
      case User.passwordProvider: ProviderUserInfo(passwordOf: user)
      case User.phoneProvider: ProviderUserInfo(phoneOf: user)
      default: links[provider].map(ProviderUserInfo.init)
      }
    }
  }

  private init(passwordOf user: User) {
    self.init(
      providerId: User.passwordProvider, rawId: user.email, email: user.email,
      displayName: user.displayName, photoUrl: user.photoURL)
  }

  private init(phoneOf user: User) {
    self.init(
      providerId: User.phoneProvider, rawId: user.phoneNumber, phoneNumber: user.phoneNumber)
  }

  init(_ link: ProviderLink) {
    self.init(
      providerId: link.providerID, rawId: link.rawID, email: link.email,
      displayName: link.displayName, photoUrl: link.photoURL, screenName: link.screenName)
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
