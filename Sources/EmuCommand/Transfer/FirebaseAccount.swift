import EmuJSON
import EmuModel

/// A user as `firebase auth:import` reads one.
struct FirebaseAccount: Sendable {
  /// The format of a file.
  enum Form: Sendable, Hashable {
    case json
    case csv(columns: Int)

    var columns: ArraySlice<AccountColumn> {
      if case .csv(let count) = self { return AccountColumn.all.prefix(count) }
      return AccountColumn.all[...]
    }

    /// The providers that the file can contain, in the order of the CSV.
    var providers: [String] {
      columns.filter { $0.member == "rawId" }.compactMap(\.provider)
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
    var values = user.object ?? [:]
    values["passwordHash"] = hash.map { .string($0.hash) }
    values["salt"] = hash.map { .string($0.salt) }
    values["lastSignedInAt"] = user["lastLoginAt"]
    var json: JSONObject = [:]
    for column in form.columns where column.provider == nil {
      json[column.member] = values[column.member]
    }
    let identities = (user["providerUserInfo"]?.array ?? []).filter { info in
      !["password", "phone"].contains(info["providerId"]?.string)
    }
    let kept: [JSON] = identities.compactMap { info in
      let columns = form.columns.filter { $0.provider == info["providerId"]?.string }
      guard !columns.isEmpty else { return nil }
      var identity: JSONObject = ["providerId": info["providerId"] ?? .null]
      for column in columns { identity[column.member] = info[column.member] }
      return .object(identity)
    }
    json["providerUserInfo"] = .array(kept)
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

  /// A line of the CSV, with the comma with which the lines of `auth:export` end.
  var csv: String {
    let fields = form.columns.map { column in
      guard let provider = column.provider else { return Self.text(json[column.member]) }
      let info = json["providerUserInfo"]?.array?.first { $0["providerId"]?.string == provider }
      return Self.text(info?[column.member])
    }
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
