internal import EmuCrypto
internal import EmuJSON
internal import EmuModel

/// A user in a seed; an absent field keeps its value, or gets the default of a new user.
@dynamicMemberLookup
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
}

extension UserDocument {
  subscript<Value>(dynamicMember path: WritableKeyPath<WrittenUser, Value>) -> Value {
    get { common[keyPath: path] }
    set { common[keyPath: path] = newValue }
  }

  /// True if `passwordHash` contains the plaintext password, in the official emulator's form.
  var hasClearPassword: Bool {
    guard let hash = common.passwordHash else { return false }
    return StoredPassword(hash: hash, salt: common.salt, updatedAt: Timestamp(milliseconds: 0))
      .clearText != nil
  }
}

/// A time as milliseconds since the epoch, or as RFC 3339 text.
struct Milliseconds: JSONDescribed, Encodable, Sendable {
  static let jsonSchema = Moment.schema
  static let jsonExample: JSON = 0

  var moment: Timestamp

  init(_ moment: Timestamp) { self.moment = moment }

  init(from decoder: any Decoder) throws {
    moment = try Moment.read(decoder) { Timestamp(milliseconds: $0) }
  }

  func encode(to encoder: any Encoder) throws { try moment.milliseconds.encode(to: encoder) }

  /// Nil for a number out of range.
  init?(exactly number: Int64) {
    moment = Timestamp(milliseconds: number)
    guard Timestamp.range.contains(moment) else { return nil }
  }
}

/// A time as seconds since the epoch, or as RFC 3339 text.
struct Seconds: JSONDescribed, Encodable, Sendable {
  static let jsonSchema = Moment.schema
  static let jsonExample: JSON = 0

  var moment: Timestamp

  init(_ moment: Timestamp) { self.moment = moment }

  init(from decoder: any Decoder) throws {
    moment = try Moment.read(decoder) {
      Timestamp.secondsRange.contains($0) ? Timestamp(seconds: $0) : nil
    }
  }

  func encode(to encoder: any Encoder) throws { try moment.seconds.encode(to: encoder) }
}

private enum Moment {
  static let schema: JSON = ["type": ["integer", "string"]]

  static func read(
    _ decoder: any Decoder, _ make: (Int64) -> Timestamp?
  ) throws -> Timestamp {
    let value = try JSON(from: decoder)
    let number = value.int ?? value.string.flatMap { Int64($0) }
    let moment = number.flatMap(make) ?? value.string.flatMap(Timestamp.init(rfc3339:))
    if let moment, Timestamp.range.contains(moment) { return moment }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "a time is expected here: a number since 1970, or text such as "
          + "2026-01-31T12:00:00Z"))
  }
}
