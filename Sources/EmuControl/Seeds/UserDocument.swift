internal import EmuCrypto
internal import EmuJSON
internal import EmuModel

/// A user in a seed; an absent field keeps its value, or gets the default of a new user.
///
/// Files of imports are read into it too. ``check()`` must come before ``apply(to:_:_:at:)``.
struct UserDocument: Codable, Sendable {
  /// The hash is base64, with `hash` beside it, or the `fakeHash:…` of an export; the salt is base64.
  @InPlace var common = WrittenUser()
  /// In plaintext.
  var password: String?
  /// The parameters of `passwordHash`.
  var hash: PasswordHashParameters?
  /// Milliseconds since the epoch, or RFC 3339.
  var passwordUpdatedAt: Milliseconds?
  var customClaims: WrittenClaims?
  /// Milliseconds since the epoch, or RFC 3339.
  var createdAt: Milliseconds?
  var lastLoginAt: Milliseconds?
  var lastRefreshAt: Milliseconds?
  /// Seconds since the epoch, or RFC 3339.
  var validSince: Seconds?
  var providers: [ProviderLink]?
  /// The order of the sign-in methods, such as `["google.com", "password"]`.
  var providerOrder: [String]?
  /// Second factors; the user's other ones remain.
  var mfa: [FactorDocument]?
  /// Passkeys; the user's other ones remain.
  var passkeys: [PasskeyDocument]?

  /// A phone or an authenticator app.
  struct FactorDocument: Codable, Sendable {
    var mfaEnrollmentId: String?
    /// E.164.
    var phone: String?
    /// Base32.
    var totpSecret: String?
    var displayName: String?
    var enrolledAt: Milliseconds?
  }

  /// A WebAuthn credential.
  struct PasskeyDocument: Codable, Sendable {
    /// In base64url.
    var credentialId: String
    var name: String?
    /// A COSE_Key in base64url; without it no signature can be verified.
    var publicKey: String?
    var signCount: UInt32?
    var backupEligible: Bool?
    var createdAt: Milliseconds?
  }

  /// True if `passwordHash` contains the plaintext password, in the official emulator's form.
  var hasClearPassword: Bool {
    guard let hash = common.passwordHash else { return false }
    return StoredPassword(hash: hash, salt: common.salt, updatedAt: Timestamp(milliseconds: 0))
      .clearText != nil
  }

  /// The values that no other user of its project or tenant may have, with their members.
  var uniqueValues: [(member: String, value: UniqueValue)] {
    var values: [(member: String, value: UniqueValue)] = []
    if let id = common.localId { values.append(("localId", .uid(id))) }
    if let email = common.email { values.append(("email", .email(email))) }
    if let number = common.phoneNumber { values.append(("phoneNumber", .phoneNumber(number))) }
    for (index, link) in (providers ?? []).enumerated() {
      values.append(("providers[\(index)].rawId", .identity(link.providerID, link.rawID)))
    }
    for (index, passkey) in (passkeys ?? []).enumerated() {
      values.append(("passkeys[\(index)].credentialId", .passkey(passkey.credentialId)))
    }
    return values
  }
}

extension UserDocument.FactorDocument {
  /// The number or the secret; nil unless there is one of them alone.
  var kind: SecondFactor.Kind? {
    switch (phone, totpSecret) {
    case (let phone?, nil): .phone(phone)
    case (nil, let secret?): .totp(secret: secret)
    default: nil
    }
  }
}

extension UserDocument.PasskeyDocument {
  /// The bytes of the public key; nil where it is absent or not base64.
  var key: [UInt8]? { publicKey.flatMap { Base64URL.decode($0, lenient: true) } }
}

/// A time as a number since the epoch, or as RFC 3339 text.
protocol WrittenTime: JSONDescribed, Encodable, Sendable {
  var moment: Timestamp { get }
  /// The name of the number's unit, and its length in milliseconds.
  static var unit: (name: String, milliseconds: Int64) { get }

  init(_ moment: Timestamp)
}

extension WrittenTime {
  static var jsonSchema: JSON { ["type": ["integer", "string"]] }
  static var jsonExample: JSON { 0 }

  init(from decoder: any Decoder) throws {
    let value = try JSON(from: decoder)
    let number = value.int ?? value.string.flatMap { Int64($0) }
    let moment = number.flatMap(Self.moment) ?? value.string.flatMap(Timestamp.init(rfc3339:))
    guard let moment, Timestamp.range.contains(moment) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a time is expected here: \(Self.unit.name) since 1970, or text such "
            + "as 2026-01-31T12:00:00Z"))
    }
    self.init(moment)
  }

  /// Returns the time of a number; nil for one out of range.
  static func moment(of number: Int64) -> Timestamp? {
    let (milliseconds, isTooLarge) = number.multipliedReportingOverflow(by: unit.milliseconds)
    let moment = Timestamp(milliseconds: milliseconds)
    return !isTooLarge && Timestamp.range.contains(moment) ? moment : nil
  }

  func encode(to encoder: any Encoder) throws {
    try (moment.milliseconds / Self.unit.milliseconds).encode(to: encoder)
  }
}

struct Milliseconds: WrittenTime {
  let moment: Timestamp
  static let unit: (name: String, milliseconds: Int64) = ("milliseconds", 1)

  init(_ moment: Timestamp) { self.moment = moment }
}

struct Seconds: WrittenTime {
  let moment: Timestamp
  static let unit: (name: String, milliseconds: Int64) = ("seconds", 1000)

  init(_ moment: Timestamp) { self.moment = moment }
}
