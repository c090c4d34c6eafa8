internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel

extension UserDocument {
  /// Checks every member, and changes addresses and ids of passkeys to their stored form.
  ///
  /// - Throws: the first error.
  mutating func check() throws(DocumentError) {
    try Self.change(&common.email, "email")
    try Self.check(common.localId, "localId", AccountLimits.uid)
    for field in UserTexts.fields {
      try Self.checkLength(of: common.texts[field], field.name, field.limit)
    }
    try Self.change(&common.initialEmail, "initialEmail")
    if let phone = common.phoneNumber { try Self.check(phone: phone, "phoneNumber") }
    try checkClaims()
    try checkProviders()
    try checkFactors()
    try checkPasskeys()
    try checkPassword()
    try Self.require(
      common.localId != nil || common.email != nil || common.phoneNumber != nil
        || providers?.isEmpty == false,
      "localId",
      "a user without address, number and provider needs a localId, so that seeding twice finds the "
        + "same user")
  }

  private func checkClaims() throws(DocumentError) {
    guard let customClaims else { return }
    let reserved = ReservedClaims.first(in: customClaims.object)
    try Self.require(
      reserved == nil, "customClaims.\(reserved ?? "")",
      "tokens have a meaning for this name; choose another")
    try Self.require(
      AccountLimits.fits(customClaims.text, AccountLimits.customAttributes), "customClaims",
      "the claims take more than \(AccountLimits.customAttributes) characters")
  }

  private mutating func checkProviders() throws(DocumentError) {
    let order = providerOrder ?? []
    for (index, id) in order.enumerated() {
      let isWay =
        id == User.passwordProvider || id == User.phoneProvider || ProviderID.isAcceptable(id)
      try Self.require(
        isWay && !order[..<index].contains(id), "providerOrder[\(index)]",
        "write password, phone and ids of providers, each once")
    }
    guard var links = providers else { return }
    try Self.checkCount(of: links, "providers")
    for (index, link) in links.enumerated() {
      var path: String { "providers[\(index)]" }
      try Self.require(
        ProviderID.isAcceptable(link.providerID), "\(path).providerId",
        "\"\(link.providerID.prefix(80))\" is not an identity provider; write an id such as oidc.corp. "
          + "Passwords and numbers go to password and phoneNumber")
      try Self.require(
        !links[..<index].contains { $0.providerID == link.providerID }, "\(path).providerId",
        "a user has one identity of \(link.providerID)")
      try Self.check(link.rawID, "\(path).rawId", AccountLimits.rawID)
      try Self.checkLength(of: link.displayName, "\(path).displayName", AccountLimits.displayName)
      try Self.checkLength(of: link.photoURL, "\(path).photoUrl", AccountLimits.photoURL)
      try Self.checkLength(of: link.screenName, "\(path).screenName", AccountLimits.displayName)
      // It is nearly always the user's address.
      guard !link.email.isIdentical(to: common.email) else { continue }
      try Self.change(&links[index].email, "\(path).email")
    }
    providers = links
  }

  private func checkFactors() throws(DocumentError) {
    let factors = mfa ?? []
    try Self.checkCount(of: factors, "mfa")
    for (index, factor) in factors.enumerated() {
      let (path, others) = ("mfa[\(index)]", factors[..<index])
      switch factor.kind {
      case .phone(let number)?: try Self.check(phone: number, "\(path).phone")
      case .totp(let secret)?:
        try Self.require(
          Base32.isSecret(secret), "\(path).totpSecret",
          "write the secret in Base32, such as JBSWY3DPEHPK3PXP")
      case nil:
        throw DocumentError(
          field: path,
          message:
            "a second factor is either a phone, such as +15555550100, or a totpSecret in Base32")
      }
      try Self.checkLength(of: factor.displayName, "\(path).displayName", AccountLimits.displayName)
      try Self.check(factor.mfaEnrollmentId, "\(path).mfaEnrollmentId")
      try Self.require(
        !others.contains { $0.kind == factor.kind }, path, "this second factor is in the list twice"
      )
      guard let id = factor.mfaEnrollmentId else { continue }
      try Self.require(
        !others.contains { $0.mfaEnrollmentId == id }, "\(path).mfaEnrollmentId",
        "another second factor has this id")
    }
  }

  private mutating func checkPasskeys() throws(DocumentError) {
    guard var list = passkeys else { return }
    try Self.checkCount(of: list, "passkeys")
    for (index, passkey) in list.enumerated() {
      let path = "passkeys[\(index)]"
      // An id without a key may be any text, as the official emulator enrolls it.
      guard let id = Passkey.id(passkey.credentialId),
        passkey.publicKey == nil || Base64URL.decode(id) != nil
      else {
        throw DocumentError(
          field: "\(path).credentialId", message: "write 1 to 1023 bytes in base64url")
      }
      try Self.checkLength(of: passkey.name, "\(path).name", AccountLimits.displayName)
      try Self.require(
        passkey.publicKey == nil || passkey.key?.isEmpty == false, "\(path).publicKey",
        "write the COSE_Key (RFC 9052) in base64url, or leave it out")
      try Self.require(
        !list[..<index].contains { $0.credentialId == id }, "\(path).credentialId",
        "this passkey is in the list twice")
      list[index].credentialId = id
    }
    passkeys = list
  }

  private func checkPassword() throws(DocumentError) {
    if let password {
      try Self.require(
        common.passwordHash == nil, "passwordHash",
        "the user has a plaintext password already; keep one of them")
      try Self.check(password, "password", AccountLimits.password)
      return try checkSalt()
    }
    guard let text = common.passwordHash else {
      return try Self.require(
        hash == nil && common.salt == nil, "passwordHash",
        "salt and hash belong to a passwordHash, which is missing")
    }
    guard let hash else {
      try Self.require(
        hasClearPassword, "hash", #"say how the hash was made, as {"algorithm":"SCRYPT", …}"#)
      return try checkSalt()
    }
    // An import stored an unknown hash, and no password matches.
    let flaw = hash == .unknown ? nil : hash.flaw(ofHash: text, salt: common.salt ?? "")
    try Self.require(flaw == nil, "hash", flaw ?? "")
  }

  private func checkSalt() throws(DocumentError) {
    try Self.require(
      (common.salt?.utf8.count ?? 0) <= AccountLimits.salt, "salt",
      "a salt has at most \(AccountLimits.salt) bytes")
  }

  // MARK: - Formats

  private static func require(
    _ condition: Bool, _ field: @autoclosure () -> String, _ message: @autoclosure () -> String
  ) throws(DocumentError) {
    guard condition else { throw DocumentError(field: field(), message: message()) }
  }

  /// Changes an address to its stored form.
  private static func change(
    _ email: inout String?, _ field: @autoclosure () -> String
  ) throws(DocumentError) {
    guard let text = email else { return }
    try require(
      EmailAddress.isPlausible(text), field(),
      "\"\(text.prefix(80))\" is not an e-mail address; write it as name@example.com")
    email = EmailAddress.canonical(text)
  }

  private static func check(
    phone: String, _ field: @autoclosure () -> String
  ) throws(DocumentError) {
    try require(PhoneNumber.isPlausible(phone), field(), "write the number as +15555550100")
  }

  private static func check(
    _ text: String?, _ field: @autoclosure () -> String, _ limit: Int = .max
  ) throws(DocumentError) {
    try require(text?.isEmpty != true, field(), "the text is empty; write one")
    try checkLength(of: text, field(), limit)
  }

  /// Checks a text that may be empty, as the official emulator stores an emptied name.
  private static func checkLength(
    of text: String?, _ field: @autoclosure () -> String, _ limit: Int
  ) throws(DocumentError) {
    let fits = text.map { AccountLimits.fits($0, limit) } ?? true
    try require(fits, field(), "the text has more than \(limit) characters")
  }

  private static func checkCount(
    of list: some Collection, _ field: @autoclosure () -> String
  ) throws(DocumentError) {
    try require(
      list.count <= AccountLimits.list, field(),
      "the list has \(list.count) entries, and a user has at most \(AccountLimits.list)")
  }
}
