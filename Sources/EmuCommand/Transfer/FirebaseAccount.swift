import EmuJSON

/// A user as `firebase auth:import` reads one.
struct FirebaseAccount: Sendable {
  /// The providers that Firebase documents for its files, with their names in the CSV.
  static let providers: [(id: String, name: String)] = [
    ("google.com", "Google"), ("facebook.com", "Facebook"), ("twitter.com", "Twitter"),
    ("github.com", "GitHub"),
  ]

  /// In the JSON's form.
  let json: JSONObject
  /// True when the user has a password that the file cannot contain.
  let lostPassword: Bool
  /// The number of identities that the file cannot contain.
  let lostIdentities: Int

  /// - Parameters:
  ///   - user: as `accounts:batchGet` returns it.
  ///   - hash: its password in base64, with its salt; nil for none.
  init(_ user: JSON, hash: (hash: String, salt: String)?) {
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
      Self.providers.contains { $0.id == info["providerId"]?.string }
    }
    json["providerUserInfo"] = .array(
      kept.map { info in
        var identity: JSONObject = [:]
        for name in ["providerId", "rawId", "email", "displayName", "photoUrl"] {
          identity[name] = info[name]
        }
        return .object(identity)
      })
    self.json = json
    lostPassword = user["passwordHash"] != nil && hash == nil
    lostIdentities = identities.count - kept.count
  }

  /// A line of the CSV: 26 columns as documented, `disabled`, the claims, and the comma with which the
  /// lines of `auth:export` end.
  var csv: String {
    func text(_ name: String) -> String { Self.text(json[name]) }
    var fields = [
      text("localId"), text("email"), text("emailVerified"), text("passwordHash"), text("salt"),
      text("displayName"), text("photoUrl"),
    ]
    for provider in Self.providers {
      let info = json["providerUserInfo"]?.array?.first {
        $0["providerId"]?.string == provider.id
      }
      fields += ["rawId", "email", "displayName", "photoUrl"].map { Self.text(info?[$0]) }
    }
    fields += [
      text("createdAt"), text("lastSignedInAt"), text("phoneNumber"), text("disabled"),
      text("customAttributes"),
    ]
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
