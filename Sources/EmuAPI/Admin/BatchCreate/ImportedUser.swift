internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

extension BatchCreate.Rules {
  /// Returns an account of the import as it is stored.
  func user(_ info: UserInfo) throws(ImportFailure) -> User {
    var common = info.common
    guard let uid = common.localId.given else { throw ImportFailure("localId is missing") }
    guard AccountLimits.fits(uid, AccountLimits.uid) else {
      throw ImportFailure("localId is longer than \(AccountLimits.uid) characters")
    }
    if let tenant = common.tenantId.given, tenant != context.tenant?.id {
      throw ImportFailure("Tenant id in userInfo does not match the tenant id in request.")
    }
    var user = User(uid: uid, createdAt: context.now)
    user.tenantID = context.tenant?.id
    try change(&common)
    common.apply(to: &user)
    user.customAttributes = try claims(info)
    try readTimes(info, into: &user)
    user.password = try password(info)
    var links: [ProviderLink] = []
    for provider in info.providerUserInfo ?? [] {
      if let link = try link(provider, into: &user) { links.append(link) }
    }
    user.upsert(links)
    user.secondFactors = try secondFactors(info, of: user)
    if let problem = user.listProblem(from: nil) { throw ImportFailure(problem) }
    return user
  }

  /// Checks the values, and changes them to their stored form. An empty text is an absent one.
  private func change(_ user: inout WrittenUser) throws(ImportFailure) {
    user.email = try email(user.email, "email")
    user.phoneNumber = try phoneNumber(user.phoneNumber)
    user.initialEmail = try email(user.initialEmail, "initialEmail")
    user.emailVerified = user.emailVerified ?? false
    user.disabled = user.disabled ?? false
    for field in UserTexts.fields {
      user.texts[field] = try text(user.texts[field], field.name, field.limit)
    }
  }

  private func email(_ text: String?, _ field: String) throws(ImportFailure) -> String? {
    guard let email = text.given else { return nil }
    guard EmailAddress.isPlausible(email) else { throw ImportFailure("\(field) is invalid") }
    return EmailAddress.canonical(email)
  }

  private func phoneNumber(_ text: String?) throws(ImportFailure) -> String? {
    guard let phone = text.given else { return nil }
    guard PhoneNumber.isDialable(phone), let number = context.phoneNumber(phone) else {
      throw ImportFailure("phone number format is invalid")
    }
    return number
  }

  private func claims(_ info: UserInfo) throws(ImportFailure) -> String? {
    guard let claims = info.customAttributes.given else { return nil }
    do {
      try CustomAttributes.validate(claims)
    } catch {
      throw ImportFailure("Invalid custom claims provided: \(error.message)")
    }
    return claims
  }

  /// Returns a text within its limit; nil if absent or empty.
  private func text(
    _ value: String?, _ field: String, _ limit: Int
  ) throws(ImportFailure) -> String? {
    guard let value = value.given else { return nil }
    guard AccountLimits.fits(value, limit) else {
      throw ImportFailure("\(field) is longer than \(limit) characters")
    }
    return value
  }

  private func readTimes(_ info: UserInfo, into user: inout User) throws(ImportFailure) {
    func milliseconds(
      _ value: TextualInteger?, _ field: String
    ) throws(ImportFailure) -> Timestamp? {
      try moment(value.map { Timestamp(milliseconds: $0.value) }, field)
    }
    let now = user.createdAt
    user.createdAt = try milliseconds(info.createdAt, "createdAt") ?? user.createdAt
    user.lastLoginAt = try milliseconds(info.lastLoginAt, "lastLoginAt")
    user.lastRefreshAt = try moment(
      info.lastRefreshAt.flatMap(Timestamp.init(rfc3339:)), "lastRefreshAt")
    user.validSince = info.validSince?.value ?? now.seconds
    guard Timestamp.secondsRange.contains(user.validSince) else {
      throw ImportFailure("validSince is not a valid time")
    }
  }

  private func moment(_ moment: Timestamp?, _ field: String) throws(ImportFailure) -> Timestamp? {
    guard moment.map(Timestamp.range.contains) ?? true else {
      throw ImportFailure("\(field) is not a valid time")
    }
    return moment
  }

  private func password(_ info: UserInfo) throws(ImportFailure) -> StoredPassword? {
    let updatedAt =
      try moment(
        info.passwordUpdatedAt.flatMap(Int64.init(exactly:)).map(Timestamp.init(milliseconds:)),
        "passwordUpdatedAt") ?? context.now
    if let raw = info.rawPassword.given {
      guard let salt = info.salt.given else {
        return .clear(raw, context.ids, at: updatedAt)
      }
      return try limited(.clear(raw, salt: salt, at: updatedAt))
    }
    guard let text = info.passwordHash.given else { return nil }
    let plain = StoredPassword(hash: text, salt: info.salt, updatedAt: updatedAt)
    if plain.clearText != nil { return try limited(plain) }
    // An invalid hash is stored too, but no password matches it.
    var imported = hash ?? .unknown
    if let flaw = imported.flaw(ofHash: text, salt: info.salt ?? "") {
      // All accounts of a long import may have the same flaw.
      if context.explanation.count < 100 {
        let isText = [text, info.salt ?? ""].contains { Base64URL.decode($0, lenient: true) == nil }
        context.explain(
          .passwordHash, .warned,
          "No password can fit the hash of \(info.localId ?? ""): \(flaw).",
          production: isText
            ? ProductionDifference(.profile(.importedHash), .refusal("Invalid value")) : nil)
      }
      imported = .unknown
    }
    return StoredPassword(
      hash: text, salt: info.salt, algorithm: imported.stored, updatedAt: updatedAt)
  }

  private func limited(_ password: StoredPassword) throws(ImportFailure) -> StoredPassword {
    guard !password.hasLongSalt else {
      throw ImportFailure("salt is longer than \(AccountLimits.salt) bytes")
    }
    return password
  }

  /// Returns a federated link; nil for an entry that only repeats address or number.
  private func link(
    _ info: ProviderUserInfo, into user: inout User
  ) throws(ImportFailure) -> ProviderLink? {
    let provider = info.providerId.given
    if provider == "password" { return nil }
    if provider == "phone" {
      if user.phoneNumber == nil {
        user.phoneNumber = try phoneNumber(info.phoneNumber ?? info.rawId)
      }
      return nil
    }
    guard let provider, let rawID = info.identity else {
      throw ImportFailure("federatedId or (providerId & rawId) is required")
    }
    guard ProviderID.isAcceptable(provider) else { throw ImportFailure("providerId is invalid") }
    return ProviderLink(
      providerID: provider, rawID: try text(rawID, "rawId", AccountLimits.rawID) ?? "",
      email: try email(info.email, "email"),
      displayName: try text(info.displayName, "displayName", AccountLimits.displayName),
      photoURL: try text(info.photoUrl, "photoUrl", AccountLimits.photoURL),
      screenName: try text(info.screenName, "screenName", AccountLimits.displayName))
  }
}

extension ProviderUserInfo {
  /// The person's id at the provider, in the field that the client sends.
  var identity: String? { rawId.given ?? federatedId.given }
}
