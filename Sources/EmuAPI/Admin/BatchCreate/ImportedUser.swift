internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuWire

/// Reads one account of an import.
enum ImportedUser {
  static func read(
    _ info: UserInfo, hash: PasswordHashParameters?, in context: OperationContext
  ) throws(ImportFailure) -> User {
    let common = info.common
    guard let uid = ProfileInput.given(common.localId) else {
      throw ImportFailure("localId is missing")
    }
    guard uid.utf8.count <= AccountLimits.uid else {
      throw ImportFailure("localId is longer than \(AccountLimits.uid) characters")
    }
    if let tenant = ProfileInput.given(common.tenantId), tenant != context.tenant?.id {
      throw ImportFailure("Tenant id in userInfo does not match the tenant id in request.")
    }
    var user = User(uid: uid, tenantID: context.tenant?.id, createdAt: context.now)
    try readContacts(common, into: &user, in: context)
    try readProfile(common, info.customAttributes, into: &user, in: context)
    try readTimes(info, into: &user)
    user.password = try password(info, hash: hash, in: context)
    var links: [ProviderLink] = []
    for provider in info.providerUserInfo ?? [] {
      if let link = try link(provider, into: &user, in: context) { links.append(link) }
    }
    user.upsert(links)
    user.secondFactors = try secondFactors(info, of: user, in: context)
    if let problem = user.listProblem(from: nil) { throw ImportFailure(problem) }
    return user
  }

  private static func readContacts(
    _ info: WrittenUser, into user: inout User, in context: OperationContext
  ) throws(ImportFailure) {
    if let email = ProfileInput.given(info.email) {
      guard EmailAddress.isPlausible(email) else { throw ImportFailure("email is invalid") }
      user.email = EmailAddress.canonical(email)
    }
    user.phoneNumber = try phoneNumber(info.phoneNumber, in: context)
    user.initialEmail = try text(info.initialEmail, "initialEmail", EmailAddress.longest)
      .map(EmailAddress.canonical)
    user.emailVerified = info.emailVerified ?? false
    user.emptyFields.insert(.emailVerified)
  }

  private static func phoneNumber(
    _ text: String?, in context: OperationContext
  ) throws(ImportFailure) -> String? {
    guard let phone = ProfileInput.given(text) else { return nil }
    guard PhoneNumber.isDialable(phone), let number = context.phoneNumber(phone) else {
      throw ImportFailure("phone number format is invalid")
    }
    return number
  }

  private static func readProfile(
    _ common: WrittenUser, _ customAttributes: String?, into user: inout User,
    in context: OperationContext
  ) throws(ImportFailure) {
    let texts = common.texts
    for field in UserTexts.fields {
      user.texts[keyPath: field.path] =
        try text(texts[keyPath: field.path], field.name, field.limit)
    }
    for flag in WrittenUser.flags {
      user[keyPath: flag.stored] = common[keyPath: flag.written] ?? false
    }
    user.emptyFields.insert(.disabled)
    guard let claims = ProfileInput.given(customAttributes) else { return }
    do {
      try CustomAttributes.validate(claims, in: context)
    } catch {
      throw ImportFailure("Invalid custom claims provided: \(error.message)")
    }
    user.customAttributes = claims
  }

  /// Returns a text within its limit; nil if absent or empty.
  private static func text(
    _ value: String?, _ field: String, _ limit: Int
  ) throws(ImportFailure) -> String? {
    guard let value = ProfileInput.given(value) else { return nil }
    guard value.utf16.count <= limit else {
      throw ImportFailure("\(field) is longer than \(limit) characters")
    }
    return value
  }

  private static func readTimes(
    _ info: UserInfo, into user: inout User
  ) throws(ImportFailure) {
    func moment(
      _ milliseconds: TextualInteger?, _ field: String
    ) throws(ImportFailure) -> Timestamp? {
      guard let moment = milliseconds.map({ Timestamp(milliseconds: $0.value) }) else { return nil }
      guard ProfileInput.isPlausible(moment) else {
        throw ImportFailure("\(field) is not a valid time")
      }
      return moment
    }
    let now = user.createdAt
    user.createdAt = try moment(info.createdAt, "createdAt") ?? user.createdAt
    user.lastLoginAt = try moment(info.lastLoginAt, "lastLoginAt")
    user.lastRefreshAt = info.lastRefreshAt.flatMap(Timestamp.init(rfc3339:))
    user.validSince = info.validSince?.value ?? now.seconds
    guard ProfileInput.plausibleSeconds.contains(user.validSince) else {
      throw ImportFailure("validSince is not a valid time")
    }
  }

  private static func password(
    _ info: UserInfo, hash: PasswordHashParameters?, in context: OperationContext
  ) throws(ImportFailure) -> StoredPassword? {
    let updatedAt =
      info.passwordUpdatedAt.flatMap(Int64.init(exactly:)).map(Timestamp.init(milliseconds:))
      ?? context.now
    if let raw = ProfileInput.given(info.rawPassword) {
      guard let salt = ProfileInput.given(info.salt) else {
        return .clear(raw, context.ids, at: updatedAt)
      }
      return .clear(raw, salt: salt, at: updatedAt)
    }
    guard let text = ProfileInput.given(info.passwordHash) else { return nil }
    let plain = StoredPassword(hash: text, salt: info.salt, updatedAt: updatedAt)
    if plain.clearText != nil { return plain }
    // An invalid hash is stored too, but no password matches it.
    var imported = hash ?? .unknown
    if let flaw = imported.flaw(ofHash: text, salt: info.salt ?? "") {
      // All accounts of a long import may have the same flaw.
      if context.explanation.count < 100 {
        let isText = !PasswordHashParameters.areBytes(text, info.salt ?? "")
        context.explain(
          .passwordHash, .warned,
          "No password can fit the hash of \(info.localId ?? ""): \(flaw).",
          production: isText ? ProductionDifference(.profile(.importedHash), "Invalid value") : nil)
      }
      imported = .unknown
    }
    return StoredPassword(
      hash: text, salt: info.salt, algorithm: imported.stored, updatedAt: updatedAt)
  }

  /// Returns a federated link; nil for an entry that only repeats address or number.
  private static func link(
    _ info: ProviderUserInfo, into user: inout User, in context: OperationContext
  ) throws(ImportFailure) -> ProviderLink? {
    let provider = ProfileInput.given(info.providerId)
    if provider == "password" { return nil }
    if provider == "phone" {
      if user.phoneNumber == nil {
        user.phoneNumber = try phoneNumber(info.phoneNumber ?? info.rawId, in: context)
      }
      return nil
    }
    guard let provider, let rawID = ProfileInput.given(info.rawId) ?? info.federatedId,
      !rawID.isEmpty
    else { throw ImportFailure("federatedId or (providerId & rawId) is required") }
    guard ProviderID.isAcceptable(provider) else {
      throw ImportFailure("providerId is invalid")
    }
    guard rawID.utf8.count <= AccountLimits.rawID else {
      throw ImportFailure("rawId is longer than \(AccountLimits.rawID) characters")
    }
    return ProviderLink(
      providerID: provider, rawID: rawID,
      email: try text(info.email, "email", EmailAddress.longest).map(EmailAddress.canonical),
      displayName: try text(info.displayName, "displayName", AccountLimits.displayName),
      photoURL: try text(info.photoUrl, "photoUrl", AccountLimits.photoURL),
      screenName: try text(info.screenName, "screenName", AccountLimits.displayName))
  }
}
