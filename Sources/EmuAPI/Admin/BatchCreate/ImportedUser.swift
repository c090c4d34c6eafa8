internal import EmuCrypto
internal import EmuModel
internal import EmuWire

/// Reads one account of an import.
enum ImportedUser {
  static func read(
    _ info: UserInfo, hash: PasswordHashParameters?, in context: OperationContext
  ) throws(ImportFailure) -> User {
    guard let uid = ProfileInput.given(info.localId) else {
      throw ImportFailure("localId is missing")
    }
    guard uid.utf8.count <= AccountLimits.uid else {
      throw ImportFailure("localId is longer than \(AccountLimits.uid) characters")
    }
    if let tenant = ProfileInput.given(info.tenantId), tenant != context.tenant?.id {
      throw ImportFailure("Tenant id in userInfo does not match the tenant id in request.")
    }
    var user = User(uid: uid, tenantID: context.tenant?.id, createdAt: context.now)
    try readContacts(info, into: &user)
    try readProfile(info, into: &user)
    readTimes(info, into: &user)
    user.password = try password(info, hash: hash, in: context)
    user.links = []
    for provider in info.providerUserInfo ?? [] {
      if let link = try link(provider, into: &user) { user.upsert(link) }
    }
    return user
  }

  private static func readContacts(
    _ info: UserInfo, into user: inout User
  ) throws(ImportFailure) {
    if let email = ProfileInput.given(info.email) {
      guard EmailAddress.isPlausible(email) else { throw ImportFailure("email is invalid") }
      user.email = EmailAddress.canonical(email)
    }
    if let phone = ProfileInput.given(info.phoneNumber) {
      guard PhoneNumber.isPlausible(phone) else {
        throw ImportFailure("phone number format is invalid")
      }
      user.phoneNumber = phone
    }
    user.initialEmail = ProfileInput.given(info.initialEmail).map(EmailAddress.canonical)
    user.emailVerified = info.emailVerified ?? false
    user.emailLinkSignIn = info.emailLinkSignin ?? false
  }

  private static func readProfile(
    _ info: UserInfo, into user: inout User
  ) throws(ImportFailure) {
    func text(_ value: String?, _ field: String, _ limit: Int) throws(ImportFailure) -> String? {
      guard let value = ProfileInput.given(value) else { return nil }
      guard value.unicodeScalars.count <= limit else {
        throw ImportFailure("\(field) is longer than \(limit) characters")
      }
      return value
    }
    user.displayName = try text(info.displayName, "displayName", AccountLimits.displayName)
    user.photoURL = try text(info.photoUrl, "photoUrl", AccountLimits.photoURL)
    user.screenName = try text(info.screenName, "screenName", AccountLimits.displayName)
    user.disabled = info.disabled ?? false
    user.customAuth = info.customAuth ?? false
    guard let claims = ProfileInput.given(info.customAttributes), claims != "{}" else { return }
    do {
      try CustomAttributes.validate(claims)
    } catch {
      throw ImportFailure("Invalid custom claims provided: \(error.message)")
    }
    user.customAttributes = claims
  }

  private static func readTimes(_ info: UserInfo, into user: inout User) {
    if let created = info.createdAt { user.createdAt = Timestamp(milliseconds: created.value) }
    user.lastLoginAt = info.lastLoginAt.map { Timestamp(milliseconds: $0.value) }
    user.lastRefreshAt = info.lastRefreshAt.flatMap(Timestamp.init(rfc3339:))
    user.validSince = max(0, info.validSince?.value ?? 0)
  }

  private static func password(
    _ info: UserInfo, hash: PasswordHashParameters?, in context: OperationContext
  ) throws(ImportFailure) -> StoredPassword? {
    let updatedAt =
      info.passwordUpdatedAt.flatMap(Int64.init(exactly:)).map(Timestamp.init(milliseconds:))
      ?? context.now
    if let raw = ProfileInput.given(info.rawPassword) {
      return .clear(raw, salt: "fakeSalt" + context.ids.alphanumeric(20), at: updatedAt)
    }
    guard let text = ProfileInput.given(info.passwordHash) else { return nil }
    let plain = StoredPassword(hash: text, salt: info.salt, updatedAt: updatedAt)
    if plain.clearText != nil { return plain }
    let imported = hash ?? .unknown
    try imported.check(hash: text, salt: info.salt ?? "")
    return StoredPassword(
      hash: text, salt: info.salt, algorithm: imported.stored, updatedAt: updatedAt)
  }

  /// A federated link, or nil after an entry that only repeats address or number.
  private static func link(
    _ info: ProviderUserInfo, into user: inout User
  ) throws(ImportFailure) -> ProviderLink? {
    let provider = ProfileInput.given(info.providerId)
    if provider == "password" { return nil }
    if provider == "phone" {
      if user.phoneNumber == nil {
        user.phoneNumber = ProfileInput.given(info.phoneNumber ?? info.rawId)
      }
      return nil
    }
    guard let provider, let rawID = ProfileInput.given(info.rawId) ?? info.federatedId,
      !rawID.isEmpty
    else { throw ImportFailure("federatedId or (providerId & rawId) is required") }
    guard rawID.utf8.count <= AccountLimits.rawID,
      provider.utf8.count <= AccountLimits.providerID
    else { throw ImportFailure("rawId or providerId is too long") }
    return ProviderLink(
      providerID: provider, rawID: rawID,
      email: ProfileInput.given(info.email).map(EmailAddress.canonical),
      displayName: ProfileInput.given(info.displayName),
      photoURL: ProfileInput.given(info.photoUrl),
      screenName: ProfileInput.given(info.screenName))
  }
}
