internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The form in which an export contains the passwords that are stored as plaintext.
enum ExportedPasswords: Sendable {
  case plain, hashed, omitted
}

extension User {
  /// Returns true where the exports of both are the same: a flag that was set may also follow from other values.
  func hasExport(of other: User) throws -> Bool {
    if self == other { return true }
    return try JSONEncoding.encode(UserDocument(self, .plain))
      == JSONEncoding.encode(UserDocument(other, .plain))
  }
}

extension UserDocument {
  init(_ user: User, _ passwords: ExportedPasswords) {
    common = WrittenUser(user)
    common.emailVerified = user.shownEmailVerified ?? (user.emailVerified ? true : nil)
    if user.emptyFields.contains(.disabled) { common.disabled = user.disabled }
    if let password = user.password {
      put(password, passwords)
    } else {
      passwordUpdatedAt = user.passwordUpdatedAt.map(Milliseconds.init)
    }
    customClaims = user.customAttributes.flatMap { try? WrittenClaims(text: $0) }
    createdAt = Milliseconds(user.createdAt)
    lastLoginAt = user.lastLoginAt.map(Milliseconds.init)
    lastRefreshAt = user.lastRefreshAt.map(Milliseconds.init)
    validSince = user.validSince > 0 ? Seconds(Timestamp(seconds: user.validSince)) : nil
    let (links, factors) = (user.links, user.secondFactors)
    providers = links.isEmpty && !user.emptyFields.contains(.providers) ? nil : links
    // The order of the providers that are exported: the password may be excluded.
    var exported = user
    if password == nil, common.passwordHash == nil { exported.password = nil }
    if exported.providers != exported.defaultProviderOrder { providerOrder = exported.providers }
    mfa =
      factors.isEmpty && !user.emptyFields.contains(.secondFactors)
      ? nil : factors.map(FactorDocument.init)
    passkeys = user.passkeys.isEmpty ? nil : user.passkeys.map(PasskeyDocument.init)
  }

  /// The fields that an export folder of the Firebase CLI cannot hold, by the user's id; nil for none.
  var supplement: UserDocument? {
    guard hash != nil || passkeys != nil else { return nil }
    var result = UserDocument()
    result.common.localId = common.localId
    result.common.tenantId = common.tenantId
    result.hash = hash
    result.passkeys = passkeys
    return result
  }

  private mutating func put(_ stored: StoredPassword, _ passwords: ExportedPasswords) {
    if let clear = stored.clearText {
      if passwords == .omitted { return }
      if passwords == .hashed {
        guard let hashed = stored.hashed() else { return }
        (common.passwordHash, common.salt, hash) = (hashed.hash, hashed.salt, .ofSeeds)
      } else if let salt = stored.salt, !clear.isEmpty,
        AccountLimits.fits(clear, AccountLimits.password)
      {
        (password, common.salt) = (clear, salt)
      } else {
        // As an import brought it; a seed accepts this form in any length.
        (common.passwordHash, common.salt) = (stored.hash, stored.salt)
      }
    } else if let parameters = stored.algorithm.flatMap({ try? PasswordHashParameters(stored: $0) })
    {
      (common.passwordHash, common.salt) = (stored.hash, stored.salt)
      hash = parameters
    } else {
      return
    }
    passwordUpdatedAt = Milliseconds(stored.updatedAt)
  }
}

extension StoredPassword {
  /// Returns the hash of a plaintext password by the parameters of seeds; an imported hash as it is; nil
  /// where no hash can be computed.
  ///
  /// - Parameter saltPrefix: the beginning of the salt. That of plaintext is for hashes of other
  ///   parameters.
  func hashed(saltPrefix: String = "") -> StoredPassword? {
    guard let clearText else { return self }
    let salt = saltPrefix + (hasLongSalt ? "" : salt ?? "").trimmingPrefix(Self.saltPrefix)
    return PasswordHashParameters.ofSeeds.base64Hash(of: clearText, salt: salt).map {
      StoredPassword(hash: $0.hash, salt: $0.salt, updatedAt: updatedAt)
    }
  }
}

extension UserDocument.FactorDocument {
  init(_ factor: SecondFactor) {
    mfaEnrollmentId = factor.id
    switch factor.kind {
    case .phone(let number): phone = number
    case .totp(let secret): totpSecret = secret
    }
    displayName = factor.displayName
    enrolledAt = Milliseconds(factor.enrolledAt)
  }
}

extension UserDocument.PasskeyDocument {
  init(_ passkey: Passkey) {
    credentialId = passkey.credentialID
    name = passkey.name
    publicKey = passkey.publicKey.map { Base64URL.encode($0) }
    signCount = passkey.signCount > 0 ? passkey.signCount : nil
    backupEligible = passkey.isBackupEligible ? true : nil
    createdAt = Milliseconds(passkey.createdAt)
  }
}
