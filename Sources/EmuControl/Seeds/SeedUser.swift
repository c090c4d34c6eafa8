internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// A valid user of a seed.
struct SeedUser: Sendable {
  /// The index in the project's list, for messages.
  var index: Int
  var document: UserDocument
  /// In the stored form.
  var email: String?
  var customAttributes: String?
  var links: [ProviderLink]
  /// The second factors of the seed; an enrollment without an id gets one when it is stored.
  var secondFactors: [SeedFactor]
  var passkeys: [SeedPasskey]
  /// In the stored form.
  var initialEmail: String?
  var password: Password?

  enum Password: Sendable {
    case clear(String, salt: String?)
    /// A hash with its salt and parameters, as stored.
    case hashed(hash: String, salt: String?, algorithm: String?)
  }

  /// An error with the field that causes it.
  struct Problem: Error {
    var field: String
    var message: String
    var code: ImportReport.Code

    init(_ field: String, _ message: String, _ code: ImportReport.Code = .invalidValue) {
      self.field = field
      self.message = message
      self.code = code
    }

    var description: String { field.isEmpty ? message : "\(field): \(message)" }
  }

  init(_ document: UserDocument, index: Int) throws(Problem) {
    self.index = index
    self.document = document
    email = try Self.email(document.email, "email")
    try Self.check(document.localId, "localId", AccountLimits.uid)
    for field in UserTexts.fields {
      try Self.checkLength(of: document.texts[field], field.name, field.limit)
    }
    initialEmail = try Self.email(document.initialEmail, "initialEmail")
    if let phone = document.phoneNumber, !PhoneNumber.isPlausible(phone) {
      throw Problem("phoneNumber", "write the number as +15555550100")
    }
    customAttributes = try Self.customAttributes(document.customClaims)
    links = try Self.links(document.providers ?? [], email, of: document)
    secondFactors = try SeedFactor.all(document.mfa ?? [])
    passkeys = try SeedPasskey.all(document.passkeys ?? [])
    password = try Self.password(document)
    guard
      document.localId != nil || email != nil || document.phoneNumber != nil || !links.isEmpty
    else {
      throw Problem(
        "localId",
        "a user without address, number and provider needs a localId, so that seeding twice "
          + "finds the same user")
    }
  }

  private static func email(
    _ text: String?, _ field: @autoclosure () -> String
  ) throws(Problem) -> String? {
    guard let text else { return nil }
    guard EmailAddress.isPlausible(text) else {
      throw Problem(
        field(), "\"\(text.prefix(80))\" is not an e-mail address; write it as name@example.com")
    }
    return EmailAddress.canonical(text)
  }

  static func check(
    _ text: String?, _ field: @autoclosure () -> String, _ limit: Int = .max
  ) throws(Problem) {
    guard let text else { return }
    guard !text.isEmpty else {
      throw Problem(field(), "the text is empty; leave the field out")
    }
    try checkLength(of: text, field(), limit)
  }

  /// Checks a text that may be empty, as the official emulator stores an emptied name.
  static func checkLength(
    of text: String?, _ field: @autoclosure () -> String, _ limit: Int
  ) throws(Problem) {
    guard let text else { return }
    guard AccountLimits.fits(text, limit) else {
      throw Problem(field(), "the text has more than \(limit) characters")
    }
  }

  static func checkCount(
    of list: some Collection, _ field: @autoclosure () -> String
  ) throws(Problem) {
    guard list.count <= AccountLimits.list else {
      throw Problem(
        field(), "the list has \(list.count) entries, and a user has at most \(AccountLimits.list)")
    }
  }

  private static func customAttributes(_ claims: WrittenClaims?) throws(Problem) -> String? {
    guard let claims else { return nil }
    if let name = ReservedClaims.first(in: claims.object) {
      throw Problem(
        "customClaims.\(name)", "tokens have a meaning for this name; choose another")
    }
    let text = claims.text
    guard AccountLimits.fits(text, AccountLimits.customAttributes) else {
      throw Problem(
        "customClaims", "the claims take more than \(AccountLimits.customAttributes) characters")
    }
    return text
  }

  /// - Parameter email: the user's address in the stored form.
  private static func links(
    _ documents: [ProviderLink], _ email: String?, of user: UserDocument
  ) throws(Problem) -> [ProviderLink] {
    try checkCount(of: documents, "providers")
    var links: [ProviderLink] = []
    links.reserveCapacity(documents.count)
    for (index, var link) in documents.enumerated() {
      var path: String { "providers[\(index)]" }
      guard ProviderID.isAcceptable(link.providerID) else {
        throw Problem(
          "\(path).providerId",
          "\"\(link.providerID.prefix(80))\" is not an identity provider; write an id such as "
            + "oidc.corp. Passwords and numbers go to password and phoneNumber")
      }
      guard !links.contains(where: { $0.providerID == link.providerID }) else {
        throw Problem("\(path).providerId", "a user has one identity of \(link.providerID)")
      }
      try check(link.rawID, "\(path).rawId", AccountLimits.rawID)
      try checkLength(of: link.displayName, "\(path).displayName", AccountLimits.displayName)
      try checkLength(of: link.photoURL, "\(path).photoUrl", AccountLimits.photoURL)
      try checkLength(of: link.screenName, "\(path).screenName", AccountLimits.displayName)
      // It is nearly always the user's address.
      link.email =
        link.email.isIdentical(to: user.email) ? email : try Self.email(link.email, "\(path).email")
      links.append(link)
    }
    return links
  }

  private static func password(_ document: UserDocument) throws(Problem) -> Password? {
    if let clear = document.password {
      guard document.passwordHash == nil else {
        throw Problem("passwordHash", "the user has a plaintext password already; keep one of them")
      }
      try check(clear, "password", AccountLimits.password)
      try checkSalt(document)
      return .clear(clear, salt: document.salt)
    }
    guard let hash = document.passwordHash else {
      guard document.hash == nil, document.salt == nil else {
        throw Problem("passwordHash", "salt and hash belong to a passwordHash, which is missing")
      }
      return nil
    }
    if document.hash == nil, document.hasClearPassword {
      try checkSalt(document)
      return .hashed(hash: hash, salt: document.salt, algorithm: nil)
    }
    guard let parameters = document.hash else {
      throw Problem("hash", #"say how the hash was made, as {"algorithm":"SCRYPT", …}"#)
    }
    // An import stored it, and no password matches.
    if parameters == .unknown {
      return .hashed(hash: hash, salt: document.salt, algorithm: parameters.stored)
    }
    if let flaw = parameters.flaw(ofHash: hash, salt: document.salt ?? "") {
      throw Problem("hash", flaw)
    }
    return .hashed(hash: hash, salt: document.salt, algorithm: parameters.stored)
  }

  private static func checkSalt(_ document: UserDocument) throws(Problem) {
    guard (document.salt?.utf8.count ?? 0) <= AccountLimits.salt else {
      throw Problem("salt", "a salt has at most \(AccountLimits.salt) bytes")
    }
  }
}
