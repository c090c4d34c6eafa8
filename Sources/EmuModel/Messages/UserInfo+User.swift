internal import EmuJSON

extension User {
  /// Returns the account as the API shows it.
  ///
  /// A method, because an initializer in an extension of another module's type would copy the user.
  ///
  /// - Parameter showsPassword: false for production's marker in its place: `REDACTED` in base64.
  package func info(
    showsPassword: Bool, secondFactors view: MfaEnrollment.View, shape: ProfileRules.Shape
  ) -> UserInfo {
    let isOfficial = shape == .official
    let providers = ProviderUserInfo.all(of: self, shape)
    let showsProviders = !providers.isEmpty || emptyFields.contains(.providers)
    let showsSecondFactors = !secondFactors.isEmpty || emptyFields.contains(.secondFactors)
    var common = WrittenUser(self)
    common.emailVerified = shownEmailVerified
    if isOfficial || emptyFields.contains(.disabled) { common.disabled = disabled }
    if let password {
      common.passwordHash = showsPassword ? password.hash : "UkVEQUNURUQ="
      common.salt = showsPassword ? password.salt : nil
    }
    var info = UserInfo()
    info.common = common
    if password != nil { info.version = showsPassword || isOfficial ? 0 : nil }
    info.passwordUpdatedAt = (isOfficial ? password?.updatedAt : passwordUpdatedAt)
      .map { Double($0.milliseconds) }
    if validSince != 0 { info.validSince = TextualInteger(validSince) }
    info.customAttributes = customAttributes
    info.createdAt = TextualInteger(createdAt.milliseconds)
    info.lastLoginAt = lastLoginAt.map { TextualInteger($0.milliseconds) }
    info.lastRefreshAt = lastRefreshAt?.rfc3339
    if showsProviders { info.providerUserInfo = providers }
    if showsSecondFactors {
      info.mfaInfo = secondFactors.map { MfaEnrollment($0, for: view) }
    }
    if !passkeys.isEmpty {
      info.passkeyInfo = passkeys.map { PasskeyInfo(credentialId: $0.credentialID, name: $0.name) }
    }
    return info
  }
}

extension ProviderUserInfo {
  /// Returns the sign-in methods in the order in which they were added. In production the phone is
  /// first and the password last.
  package static func all(of user: User, _ shape: ProfileRules.Shape) -> [ProviderUserInfo] {
    var providers = user.providers
    if shape == .production, providers.count > 1 {
      let phone = providers.filter { $0 == User.phoneProvider }
      let password = providers.filter { $0 == User.passwordProvider }
      providers = phone + providers.filter { !(phone + password).contains($0) } + password
    }
    return providers.compactMap { provider in
      switch provider {
      case User.passwordProvider: ProviderUserInfo(passwordOf: user)
      case User.phoneProvider: ProviderUserInfo(phoneOf: user)
      default: user.link(to: provider).map(ProviderUserInfo.init)
      }
    }
  }

  private init(passwordOf user: User) {
    self.init(
      providerId: User.passwordProvider, rawId: user.email, federatedId: user.email,
      email: user.email, displayName: user.displayName, photoUrl: user.photoURL)
  }

  /// Neither production nor the official emulator gives a telephone number a `federatedId`.
  private init(phoneOf user: User) {
    self.init(
      providerId: User.phoneProvider, rawId: user.phoneNumber, phoneNumber: user.phoneNumber)
  }

  package init(_ link: ProviderLink) {
    self.init(
      providerId: link.providerID, rawId: link.rawID, federatedId: link.rawID,
      email: link.email, displayName: link.displayName, photoUrl: link.photoURL,
      screenName: link.screenName)
  }
}
