internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// A user in the format of a seed.
struct ExportedUser {
  private let user: User

  init(_ user: User) { self.user = user }

  /// - Parameter hasPassword: true to include a password that is stored in plaintext.
  func document(hasPassword: Bool) -> JSONObject {
    var result: JSONObject = ["localId": .string(user.uid)]
    func text(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { result[name] = .string(value) }
    }
    func flag(_ name: String, _ value: Bool) { if value { result[name] = true } }
    func moment(_ name: String, _ value: Timestamp?) {
      result[name] = value.map { .int($0.milliseconds) }
    }
    text("tenantId", user.tenantID)
    text("email", user.email)
    if user.email != nil || user.emailVerified {
      result["emailVerified"] = .bool(user.emailVerified)
    }
    flag("emailLinkSignin", user.emailLinkSignIn)
    text("initialEmail", user.initialEmail)
    if let password = user.password { put(password, hasPassword, into: &result) }
    text("displayName", user.displayName)
    text("photoUrl", user.photoURL)
    text("screenName", user.screenName)
    text("phoneNumber", user.phoneNumber)
    flag("disabled", user.disabled)
    flag("customAuth", user.customAuth)
    result["customClaims"] = user.customAttributes.flatMap { try? JSON(parsing: $0) }
    moment("createdAt", user.createdAt)
    moment("lastLoginAt", user.lastLoginAt)
    moment("lastRefreshAt", user.lastRefreshAt)
    if user.validSince > 0 { result["validSince"] = .int(user.validSince) }
    if !user.links.isEmpty { result["providers"] = .array(user.links.map(Self.document)) }
    // The order of the exported sign-in methods: the password may be excluded.
    var exported = user
    if result["password"] == nil, result["passwordHash"] == nil { exported.password = nil }
    if exported.providers != exported.usualProviders {
      result["providerOrder"] = .array(exported.providers.map(JSON.string))
    }
    if !user.secondFactors.isEmpty { result["mfa"] = .array(user.secondFactors.map(Self.document)) }
    if !user.passkeys.isEmpty { result["passkeys"] = .array(user.passkeys.map(Self.document)) }
    return result
  }

  /// The values of a user that the Firebase CLI's export folder lacks, with the user's id; nil for
  /// none.
  var supplement: JSONObject? {
    let all = document(hasPassword: false)
    var result = JSONObject()
    for name in ["localId", "tenantId", "hash", "passkeys"] { result[name] = all[name] }
    guard result["hash"] != nil || result["passkeys"] != nil else { return nil }
    return result
  }

  private func put(
    _ password: StoredPassword, _ hasPassword: Bool, into result: inout JSONObject
  ) {
    if let clear = password.clearText {
      guard hasPassword else { return }
      if (1...AccountLimits.password).contains(clear.unicodeScalars.count) {
        result["password"] = .string(clear)
      } else {
        // As imported; a seed accepts this form in any length.
        result["passwordHash"] = .string(password.hash)
        result["salt"] = password.salt.map(JSON.string)
      }
    } else if let parameters = password.algorithm.flatMap({ text in
      try? JSONDecoding.decode(PasswordHashParameters.self, from: Array(text.utf8))
    }) {
      result["passwordHash"] = .string(password.hash)
      result["salt"] = password.salt.map(JSON.string)
      result["hash"] = try? JSONEncoding.tree(of: UserDocument.HashDocument(parameters))
    } else {
      return
    }
    result["passwordUpdatedAt"] = .int(password.updatedAt.milliseconds)
  }

  private static func document(_ link: ProviderLink) -> JSON {
    var result: JSONObject = [
      "providerId": .string(link.providerID), "rawId": .string(link.rawID),
    ]
    func text(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { result[name] = .string(value) }
    }
    text("email", link.email)
    text("displayName", link.displayName)
    text("photoUrl", link.photoURL)
    text("screenName", link.screenName)
    return .object(result)
  }

  private static func document(_ factor: SecondFactor) -> JSON {
    var result: JSONObject = ["mfaEnrollmentId": .string(factor.id)]
    switch factor.kind {
    case .phone(let number): result["phone"] = .string(number)
    case .totp(let secret): result["totpSecret"] = .string(secret)
    }
    if let name = factor.displayName, !name.isEmpty { result["displayName"] = .string(name) }
    result["enrolledAt"] = .int(factor.enrolledAt.milliseconds)
    return .object(result)
  }

  private static func document(_ passkey: Passkey) -> JSON {
    var result: JSONObject = ["credentialId": .string(passkey.credentialID)]
    if let name = passkey.name, !name.isEmpty { result["name"] = .string(name) }
    result["publicKey"] = passkey.publicKey.map { .string(Base64URL.encode($0)) }
    if passkey.signCount > 0 { result["signCount"] = .int(Int64(passkey.signCount)) }
    if passkey.isBackupEligible { result["backupEligible"] = true }
    result["createdAt"] = .int(passkey.createdAt.milliseconds)
    return .object(result)
  }
}
