import EmuJSON

/// A user as `firebase auth:import` reads one.
struct FirebaseAccount: Sendable {
  /// The providers whose columns come before the times and the number, in the order of the CSV.
  private static let documented = ["google.com", "facebook.com", "twitter.com", "github.com"]
  /// The providers whose columns come behind the custom claims.
  private static let later = [
    "apple.com", "microsoft.com", "linkedin.com", "gc.apple.com", "playgames.google.com",
    "yahoo.com",
  ]

  /// The numbers of columns that versions of the Firebase CLI read.
  static let columnCounts = [28, 52]

  /// The format of a file.
  enum Form: Sendable, Hashable {
    case json
    case csv(columns: Int)

    var providers: [String] {
      self == .csv(columns: 28) ? documented : documented + later
    }
  }

  /// In the JSON's form.
  let json: JSONObject
  /// True when the user has a password that the file cannot contain.
  let lostPassword: Bool
  /// The number of identities that the file cannot contain.
  let lostIdentities: Int
  /// The number of second factors that the file cannot hold.
  let lostFactors: Int
  /// The number of passkeys that the file cannot hold.
  let lostPasskeys: Int
  private let form: Form

  /// - Parameters:
  ///   - user: as `accounts:batchGet` returns it.
  ///   - hash: its password in base64, with its salt; nil for none.
  init(_ user: JSON, hash: (hash: String, salt: String)?, _ form: Form) {
    self.form = form
    var json: JSONObject = [:]
    for name in ["localId", "email", "emailVerified"] { json[name] = user[name] }
    if let hash {
      json["passwordHash"] = .string(hash.hash)
      json["salt"] = .string(hash.salt)
    }
    for name in ["displayName", "photoUrl", "createdAt"] { json[name] = user[name] }
    json["lastSignedInAt"] = user["lastLoginAt"]
    for name in ["phoneNumber", "disabled", "customAttributes"] { json[name] = user[name] }
    let identities = (user["providerUserInfo"]?.array ?? []).filter { info in
      !["password", "phone"].contains(info["providerId"]?.string)
    }
    let kept = identities.filter { info in
      form.providers.contains { $0 == info["providerId"]?.string }
    }
    json["providerUserInfo"] = .array(
      kept.map { info in
        var identity: JSONObject = [:]
        for name in ["providerId", "rawId", "email", "displayName", "photoUrl"] {
          identity[name] = info[name]
        }
        return .object(identity)
      })
    let factors = user["mfaInfo"]?.array ?? []
    let telephones = form == .json ? factors.compactMap(Self.telephone) : []
    if !telephones.isEmpty { json["mfaInfo"] = .array(telephones) }
    lostFactors = factors.count - telephones.count
    lostPasskeys = user["passkeyInfo"]?.array?.count ?? 0
    self.json = json
    lostPassword = user["passwordHash"] != nil && hash == nil
    lostIdentities = identities.count - kept.count
  }

  /// Returns a second factor in the format of `auth:import`; nil for an authenticator app.
  private static func telephone(_ factor: JSON) -> JSON? {
    guard let number = factor["unobfuscatedPhoneInfo"] ?? factor["phoneInfo"] else { return nil }
    var result: JSONObject = [:]
    for name in ["mfaEnrollmentId", "displayName"] { result[name] = factor[name] }
    result["phoneInfo"] = number
    result["enrolledAt"] = factor["enrolledAt"]
    return .object(result)
  }

  /// A line of the CSV: 26 columns as documented, `disabled`, the claims, the columns of further providers,
  /// and the comma with which the lines of `auth:export` end.
  var csv: String {
    func text(_ name: String) -> String { Self.text(json[name]) }
    var fields = [
      text("localId"), text("email"), text("emailVerified"), text("passwordHash"), text("salt"),
      text("displayName"), text("photoUrl"),
    ]
    func columns(_ providers: some Sequence<String>) -> [String] {
      providers.flatMap { provider in
        let info = json["providerUserInfo"]?.array?.first { $0["providerId"]?.string == provider }
        return ["rawId", "email", "displayName", "photoUrl"].map { Self.text(info?[$0]) }
      }
    }
    fields += columns(Self.documented)
    fields += [
      text("createdAt"), text("lastSignedInAt"), text("phoneNumber"), text("disabled"),
      text("customAttributes"),
    ]
    fields += columns(form.providers.dropFirst(Self.documented.count))
    return fields.map(Self.quoted).joined(separator: ",") + ","
  }

  private static func text(_ value: JSON?) -> String {
    switch value {
    case nil: ""
    case .string(let text)?: text
    case .some(let other): other.serialized()
    }
  }

  /// A value in quotes where it needs them (RFC 4180).
  private static func quoted(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { byte in
      [UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D].contains(byte)
    }
    guard needsQuotes || text.hasPrefix(" ") || text.hasSuffix(" ") else { return text }
    return
      "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}
