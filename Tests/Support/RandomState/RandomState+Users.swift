internal import EmuHTTP
internal import EmuJSON

extension RandomState {
  /// Adds users of the project or a tenant, by an import for each kind of password, and changes of some.
  mutating func addUsers(of tenant: String?, most: Int) {
    // The first user makes the tenant.
    var ids = addImport(of: tenant, count: values.number(1...max(1, most / 2)), hash: [:])
    for _ in 0..<values.number(0...2) {
      ids += addImport(of: tenant, count: values.number(1...max(1, most / 4)), hash: hash())
    }
    for id in ids where values.chance(40) { addChange(of: id, tenant) }
    if values.chance(30) { addSeededUser(of: tenant) }
    if values.chance(20) { addSignUp(of: tenant) }
  }

  // MARK: - Imported users

  private mutating func addImport(
    of tenant: String?, count: Int, hash: JSONObject
  ) -> [String] {
    let users = (0..<count).map { _ in user(hasHash: !hash.isEmpty) }
    var body = hash
    body["users"] = .array(users.map(JSON.object))
    admin(.users, .post, "v1", "/accounts:batchCreate", tenant: tenant, .object(body))
    return users.compactMap { $0["localId"]?.string }
  }

  /// Returns the parameters of imported hashes.
  private mutating func hash() -> JSONObject {
    switch values.number(0...5) {
    case 0:
      return [
        "hashAlgorithm": "SCRYPT", "signerKey": .string(values.base64(88)), "saltSeparator": "Bw==",
        "rounds": .int(Int64(values.number(1...8))),
        "memoryCost": .int(Int64(values.number(1...14))),
      ]
    case 1:
      return [
        "hashAlgorithm": "HMAC_SHA256", "signerKey": .string(values.base64(16)),
        "passwordHashOrder": "SALT_AND_PASSWORD",
      ]
    case 2:
      return ["hashAlgorithm": "PBKDF2_SHA256", "rounds": .int(Int64(values.number(1...1000)))]
    case 3: return ["hashAlgorithm": "BCRYPT"]
    case 4:
      return [
        "hashAlgorithm": "STANDARD_SCRYPT", "memoryCost": 1024, "blockSize": 8,
        "parallelization": 1, "dkLen": 64,
      ]
    default:
      return [
        "hashAlgorithm": "ARGON2",
        "argon2Parameters": [
          "hashLengthBytes": 32, "hashType": "ARGON2_ID", "parallelism": 1, "iterations": 2,
          "memoryCostKib": 1024, "version": "VERSION_13",
        ],
      ]
    }
  }

  /// Returns a user in the form of `accounts:batchCreate`.
  private mutating func user(hasHash: Bool) -> JSONObject {
    let id = values.chance(85) ? values.word(1...28) : values.text(40)
    var user: JSONObject = ["localId": .string("\(id)\(values.next())")]
    let email = values.chance(70) ? values.address() : nil
    user["email"] = email.map(JSON.string)
    for name in ["emailVerified", "disabled", "customAuth", "emailLinkSignin"] {
      if values.chance(40) { user[name] = values.flag() }
    }
    for (name, limit) in [("displayName", 256), ("photoUrl", 2048), ("screenName", 256)] {
      if values.chance(50) {
        user[name] = .string(values.chance(10) ? "" : values.text(min(limit, 80)))
      }
    }
    if values.chance(40) { user["phoneNumber"] = .string(values.phoneNumber()) }
    if values.chance(20) { user["initialEmail"] = .string(values.address()) }
    addPassword(to: &user, hasHash: hasHash)
    for name in ["createdAt", "lastLoginAt"] where values.chance(70) {
      user[name] = .string(String(values.moment()))
    }
    if values.chance(40) {
      let day = String(values.number(10...28))
      user["lastRefreshAt"] = .string(
        "2025-0\(values.number(1...9))-\(day)T03:04:05.\(values.number(100...999))Z")
    }
    if values.chance(50) {
      user["validSince"] = .string(values.chance(20) ? "0" : String(values.moment() / 1000))
    }
    if values.chance(70) { user["customAttributes"] = .string(values.claims()) }
    if values.chance(50) { user["providerUserInfo"] = providers() }
    if email != nil, values.chance(40) {
      user["emailVerified"] = true
      user["mfaInfo"] = factors()
    }
    return user
  }

  private mutating func addPassword(to user: inout JSONObject, hasHash: Bool) {
    guard values.chance(70) else { return }
    if hasHash {
      user["passwordHash"] = .string(values.base64(values.number(4...24) * 4))
      user["salt"] = .string(values.base64(values.number(0...4) * 4))
    } else if values.chance(50) {
      let (salt, password) = (values.line(20), values.text(30))
      user["passwordHash"] = .string("fakeHash:salt=\(salt):password=\(password)")
      user["salt"] = .string(salt)
    } else {
      user["rawPassword"] = .string(values.text(30))
    }
    if values.chance(60) { user["passwordUpdatedAt"] = .int(values.moment()) }
  }

  /// Returns identities of some providers.
  mutating func providers() -> JSON {
    var ids = values.some(of: [
      "google.com", "apple.com", "facebook.com", "github.com", "oidc.corp", "saml.corp",
      "gc.apple.com",
    ])
    if values.chance(50) { ids.reverse() }
    return .array(ids.map { .object(identity(of: $0)) })
  }

  private mutating func identity(of provider: String) -> JSONObject {
    let id = values.chance(80) ? values.word() : values.text(40)
    var identity: JSONObject = [
      "providerId": .string(provider), "rawId": .string("\(id)\(values.next())"),
    ]
    if values.chance(60) { identity["email"] = .string(values.address()) }
    for name in ["displayName", "photoUrl", "screenName"] where values.chance(40) {
      identity[name] = .string(values.chance(10) ? "" : values.text(60))
    }
    return identity
  }

  private mutating func factors() -> JSON {
    .array(
      (0..<values.number(0...3)).map { _ in
        var factor: JSONObject = ["mfaEnrollmentId": .string("\(values.line(20))\(values.next())")]
        if values.chance(50) { factor["displayName"] = .string(values.text(60)) }
        if values.chance(70) {
          factor["phoneInfo"] = .string(values.phoneNumber())
        } else {
          factor["totpInfo"] = [:]
          factor["emulatorTotpSecret"] = .string(secret())
        }
        factor["enrolledAt"] = .string(
          "2025-03-0\(values.number(1...9))T01:02:03.\(values.number(100...999))Z")
        return .object(factor)
      })
  }

  private mutating func secret() -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    return String((0..<32).map { _ in values.one(of: digits) })
  }

  // MARK: - Changes

  /// Adds a change of a user, which may leave members empty that were not.
  private mutating func addChange(of id: String, _ tenant: String?) {
    var body: JSONObject = ["localId": .string(id)]
    switch values.number(0...9) {
    case 0: body["customAttributes"] = .string(values.one(of: ["", "{}"]))
    case 1: body["customAttributes"] = .string(values.claims())
    case 2: body["displayName"] = .string(values.text())
    case 3:
      body["deleteAttribute"] = .array(
        values.some(of: ["DISPLAY_NAME", "PHOTO_URL", "PASSWORD", "EMAIL"]))
    case 4:
      body["deleteProvider"] = ["google.com", "apple.com", "phone", "oidc.corp", "github.com"]
    case 5: body["disableUser"] = values.flag()
    case 6: body["mfa"] = ["enrollments": []]
    case 7: body["validSince"] = .string(String(values.moment() / 1000))
    case 8: body["password"] = .string("secret\(values.text(20))")
    default: body["email"] = .string(values.address())
    }
    admin(.users, .post, "v1", "/accounts:update", tenant: tenant, .object(body))
  }

  /// Adds a user with the members that no call of the API sets: passkeys with their keys.
  private mutating func addSeededUser(of tenant: String?) {
    let passkeys = (0..<values.number(1...2)).map { _ -> JSON in
      var passkey: JSONObject = ["credentialId": .string(values.word(8...20) + "\(values.next())")]
      if values.chance(70) { passkey["name"] = .string(values.text(40)) }
      if values.chance(70) { passkey["publicKey"] = .string(values.word(8...8)) }
      if values.chance(50) { passkey["signCount"] = .int(Int64(values.number(0...9))) }
      if values.chance(50) { passkey["backupEligible"] = values.flag() }
      if values.chance(70) { passkey["createdAt"] = .int(values.moment()) }
      return .object(passkey)
    }
    var user: JSONObject = [
      "localId": .string("keys\(values.next())"), "passkeys": .array(passkeys),
    ]
    user["tenantId"] = tenant.map(JSON.string)
    if values.chance(50) { user["email"] = .string(values.address()) }
    if values.chance(50) { user["customClaims"] = try? JSON(parsing: values.claims()) }
    seed(.users, ["users": [.object(user)]])
  }

  private mutating func addSignUp(of tenant: String?) {
    var body: JSONObject = ["returnSecureToken": true]
    body["tenantId"] = tenant.map(JSON.string)
    if values.chance(50) {
      body["email"] = .string(values.address())
      body["password"] = .string("secret\(values.line(20))")
    }
    add(
      .users, .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-key",
      .object(body))
  }
}
