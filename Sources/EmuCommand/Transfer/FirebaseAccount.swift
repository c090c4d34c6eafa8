import EmuJSON
import EmuModel

/// A user as `firebase auth:import` reads one.
struct FirebaseAccount: Sendable {
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

  let json: JSONObject
  /// The data that the file cannot contain.
  struct Losses: Sendable {
    var passwords = 0
    var identities = 0
    var factors = 0
    var passkeys = 0
    var members: Set<String> = []
  }

  let losses: Losses
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
    let identities = user.list("providerUserInfo").filter { info in
      !["password", "phone"].contains(info["providerId"]?.string)
    }
    var lost: Set<String> = []
    let kept: [JSON] = identities.compactMap { info in
      let columns = form.columns.filter { $0.provider == info["providerId"]?.string }
      guard !columns.isEmpty else { return nil }
      var identity: JSONObject = ["providerId": info["providerId"] ?? .null]
      for column in columns { identity[column.member] = info[column.member] }
      let others = (info.object ?? [:]).keys.filter {
        identity[$0] == nil && $0 != "federatedId"
      }
      lost.formUnion(others.map { "providerUserInfo.\($0)" })
      return .object(identity)
    }
    // An import has the identities first, in the order of the file.
    let all = user.list("providerUserInfo").compactMap { $0["providerId"]?.string }
    let federated = form == .json ? kept.map { $0.text("providerId") } : form.providers
    let order = (federated + [User.passwordProvider, User.phoneProvider]).filter(all.contains)
    if all.filter(order.contains) != order { lost.insert("providerOrder") }
    json["providerUserInfo"] = .array(kept)
    let factors = user.list("mfaInfo")
    let telephones = form == .json ? factors.compactMap(Self.telephone) : []
    if !telephones.isEmpty { json["mfaInfo"] = .array(telephones) }
    self.json = json
    let members = values.filter { json[$0.key] == nil || form != .json && $0.value == "" }
    losses = Losses(
      passwords: user["passwordHash"] != nil && hash == nil ? 1 : 0,
      identities: identities.count - kept.count, factors: factors.count - telephones.count,
      passkeys: user["passkeyInfo"]?.array?.count ?? 0,
      members: lost.union(members.map(\.key)).subtracting(Self.counted))
  }

  /// The members whose losses are counted, and those under another name or without a meaning elsewhere.
  private static let counted = [
    "passwordHash", "salt", "mfaInfo", "passkeyInfo", "lastLoginAt", "version", "tenantId",
  ]

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
  ///
  /// A uid of other characters than letters and digits is in quotes. So the beginning of the file is never
  /// that of another format.
  var csv: String {
    let fields = form.columns.map { column in
      guard let provider = column.provider else {
        let text = Self.text(json[column.member])
        let isPlain = text.utf8.allSatisfy {
          (48...57).contains($0) || (97...122).contains($0 | 32)
        }
        return Self.quoted(text, always: column.member == "localId" && !isPlain)
      }
      let info = json["providerUserInfo"]?.array?.first { $0["providerId"]?.string == provider }
      return Self.quoted(Self.text(info?[column.member]))
    }
    return fields.joined(separator: ",") + ","
  }

  private static func text(_ value: JSON?) -> String {
    switch value {
    case nil: ""
    case .string(let text)?: text
    case .some(let other): other.serialized()
    }
  }

  /// A value in quotes where it needs them (RFC 4180).
  ///
  /// By bytes: a combining character after a quote is one `Character` with it.
  private static func quoted(_ text: String, always: Bool = false) -> String {
    let (bytes, quote) = (text.utf8, UInt8(ascii: "\""))
    let needsQuotes =
      always || bytes.first == 0x20 || bytes.last == 0x20
      || bytes.contains { $0 == UInt8(ascii: ",") || $0 == quote || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes else { return text }
    let content = bytes.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return String(decoding: [quote] + content + [quote], as: UTF8.self)
  }
}
