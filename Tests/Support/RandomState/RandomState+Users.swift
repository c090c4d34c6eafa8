internal import EmuHTTP
internal import EmuJSON

extension RandomState {
  /// Adds users of the project or a tenant, by an import for each kind of password, and changes of some.
  mutating func addUsers(of tenant: String?) {
    // The first user makes the tenant.
    var ids = addImport(of: tenant, count: values.number(1...3), hash: "{}")
    for _ in 0..<values.number(0...2) {
      let hash = values.one(of: Self.hashes)
      ids += addImport(of: tenant, count: 1, hash: hash)
    }
    for id in ids where values.chance(40) { addChange(of: id, tenant) }
    if values.chance(30) { addSeededUser(of: tenant) }
    if values.chance(20) { addSignUp(of: tenant) }
  }

  // MARK: - Imported users

  private mutating func addImport(of tenant: String?, count: Int, hash: String) -> [String] {
    let users = (0..<count).map { _ in user(hasHash: hash != "{}") }
    var body = values.document(hash)
    body["users"] = .array(users.map(JSON.object))
    admin(.post, "v1", "/accounts:batchCreate", tenant: tenant, .object(body))
    return users.compactMap { $0["localId"]?.string }
  }

  /// The parameters of imported hashes.
  private static let hashes = [
    """
    {hashAlgorithm: 'SCRYPT', signerKey: 'BASE64 88 88', saltSeparator: 'Bw==',
     rounds: 'NUMBER 1 8', memoryCost: 'NUMBER 1 14'}
    """,
    """
    {hashAlgorithm: 'HMAC_SHA256', signerKey: 'BASE64 16 16',
     passwordHashOrder: 'SALT_AND_PASSWORD'}
    """, "{hashAlgorithm: 'PBKDF2_SHA256', rounds: 'NUMBER 1 1000'}", "{hashAlgorithm: 'BCRYPT'}",
    """
    {hashAlgorithm: 'STANDARD_SCRYPT', memoryCost: 1024, blockSize: 8, parallelization: 1,
     dkLen: 64}
    """,
    """
    {hashAlgorithm: 'ARGON2', argon2Parameters: {
      hashLengthBytes: 32, hashType: 'ARGON2_ID', parallelism: 1, iterations: 2,
      memoryCostKib: 1024, version: 'VERSION_13'}}
    """,
  ]

  private static let identities = [
    "google.com", "apple.com", "facebook.com", "github.com", "oidc.corp", "saml.corp",
    "gc.apple.com",
  ].map { provider in
    """
    {providerId: '\(provider)', rawId: 'ID', 'email?60': 'ADDRESS',
     'displayName?40': 'TEXT_OR_NONE 60', 'photoUrl?40': 'TEXT_OR_NONE 60',
     'screenName?40': 'TEXT_OR_NONE 60'}
    """
  }.joined(separator: ",")

  private static let factor = """
    mfaEnrollmentId: 'LINE_ID 20', 'displayName?50': 'TEXT 60', enrolledAt: 'DATE'
    """

  /// Members of users with an address.
  private static let contacts = [
    "'emailVerified?40': 'FLAG',", "email: 'ADDRESS', 'emailVerified?40': 'FLAG',",
    """
    email: 'ADDRESS', emailVerified: true, mfaInfo: {many: [0, 3, {one: [
      {\(factor), phoneInfo: 'PHONE'}, {\(factor), phoneInfo: 'PHONE'},
      {\(factor), totpInfo: {}, emulatorTotpSecret: 'SECRET'}]}]},
    """,
  ]

  /// Returns a user in the form of `accounts:batchCreate`.
  private mutating func user(hasHash: Bool) -> JSONObject {
    var user = values.document(
      """
      {localId: 'ID', \(values.one(of: Self.contacts)) 'disabled?40': 'FLAG',
       'customAuth?40': 'FLAG', 'emailLinkSignin?40': 'FLAG', 'displayName?50': 'TEXT_OR_NONE 80',
       'photoUrl?50': 'TEXT_OR_NONE 80', 'screenName?50': 'TEXT_OR_NONE 80',
       'phoneNumber?40': 'PHONE', 'initialEmail?20': 'ADDRESS',
       'createdAt?70': 'MILLISECONDS_TEXT', 'lastLoginAt?70': 'MILLISECONDS_TEXT',
       'lastRefreshAt?40': 'DATE', 'passwordUpdatedAt?60': 'MILLISECONDS',
       'validSince?50': {one: ['0', 'SECONDS_TEXT', 'SECONDS_TEXT', 'SECONDS_TEXT']},
       'customAttributes?70': 'CLAIMS_TEXT', 'providerUserInfo?50': {some: [\(Self.identities)]}}
      """)
    let (salt, password) = (values.line(20), values.text(30))
    switch (hasHash, values.number(0...2)) {
    case (_, 0): user["passwordUpdatedAt"] = nil
    case (true, _):
      user["passwordHash"] = .string(values.base64(values.number(16...96)))
      user["salt"] = .string(values.base64(values.number(0...16)))
    case (false, 1):
      user["passwordHash"] = .string("fakeHash:salt=\(salt):password=\(password)")
      user["salt"] = .string(salt)
    default: user["rawPassword"] = .string(password)
    }
    return user
  }

  // MARK: - Changes

  /// Changes of a user, which may leave members empty that were not.
  private static let changes = [
    "{customAttributes: {one: ['', '{}']}}", "{customAttributes: 'CLAIMS_TEXT'}",
    "{displayName: 'TEXT 64'}",
    "{deleteAttribute: {some: ['DISPLAY_NAME', 'PHOTO_URL', 'PASSWORD', 'EMAIL']}}",
    "{deleteProvider: ['google.com', 'apple.com', 'phone', 'oidc.corp', 'github.com']}",
    "{disableUser: 'FLAG'}", "{mfa: {enrollments: []}}", "{validSince: 'SECONDS_TEXT'}",
    "{email: 'ADDRESS'}", "{}",
  ]

  private mutating func addChange(of id: String, _ tenant: String?) {
    var body = values.document(values.one(of: Self.changes))
    if body.isEmpty { body["password"] = .string("secret\(values.text(20))") }
    body["localId"] = .string(id)
    admin(.post, "v1", "/accounts:update", tenant: tenant, .object(body))
  }

  /// Adds a user with the members that no call of the API sets: passkeys with their keys.
  private mutating func addSeededUser(of tenant: String?) {
    var user = values.document(
      """
      {localId: 'WORD_ID', 'email?50': 'ADDRESS', 'customClaims?50': 'CLAIMS',
       passkeys: {many: [1, 2, {
         credentialId: 'BASE64 12 24', 'name?70': 'TEXT 40', 'publicKey?70': 'BYTES',
         'signCount?50': 'NUMBER 0 9', 'backupEligible?50': 'FLAG',
         'createdAt?70': 'MILLISECONDS'}]}}
      """)
    user["tenantId"] = tenant.map(JSON.string)
    seed(["users": [.object(user)]])
  }

  private mutating func addSignUp(of tenant: String?) {
    var body: JSONObject = ["returnSecureToken": true]
    body["tenantId"] = tenant.map(JSON.string)
    if values.chance(50) {
      body["email"] = .string(values.address())
      body["password"] = .string("secret\(values.line(20))")
    }
    add(.post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-key", .object(body))
  }
}
