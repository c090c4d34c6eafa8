internal import EmuJSON

/// Hides passwords, tokens and codes in what the log shows.
enum SecretMask {
  /// Names of secrets, without underscores and hyphens, in lower case.
  private static let names: Set<String> = [
    "password", "newpassword", "oldpassword", "rawpassword", "passwordhash", "idtoken",
    "refreshtoken", "accesstoken", "oauthidtoken", "oauthaccesstoken", "oauthrefreshtoken",
    "oauthtokensecret", "token", "code", "oobcode", "authorizationcode",
    "oauthauthorizationcode", "pendingtoken", "mfapendingcredential", "temporaryproof",
    "sessioninfo", "sessioncookie", "customtoken", "clientsecret", "signerkey", "privatekey",
    "samlresponse", "totpsecret", "sharedsecretkey", "verificationcode", "assertion", "idtokenhint",
  ]

  static func isSecret(_ name: some StringProtocol) -> Bool {
    let bytes = name.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    return names.contains(String(decoding: bytes, as: UTF8.self).lowercased())
  }

  /// The first six characters, so that two can be told apart.
  static func hint(_ secret: some StringProtocol) -> String {
    (secret.count > 6 ? String(secret.prefix(6)) : "") + "…"
  }

  static func masked(_ tree: JSON, name: String = "") -> JSON {
    switch tree {
    case .object(let object):
      var result = JSONObject()
      for member in object { result[member.key] = masked(member.value, name: member.key) }
      return .object(result)
    case .array(let elements):
      return .array(elements.map { masked($0, name: name) })
    case .string(let text):
      return .string(masked(value: text, of: name))
    default:
      return tree
    }
  }

  private static func masked(value: String, of name: String) -> String {
    if isSecret(name) { return hint(value) }
    if name == "postBody" || name == "post_body" { return masked(form: value) }
    if value.contains("://") { return masked(url: value) }
    return maskedTokens(in: value)
  }

  /// `name=value&name=value`, each value that is a secret masked as it stands.
  static func masked(form: some StringProtocol) -> String {
    // By bytes: a secret may begin with an accent, which by characters belongs to the mark before.
    let fields = String(form).utf8.split(
      separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return fields.map { field in
      let name = field.prefix { $0 != UInt8(ascii: "=") }
      guard name.endIndex < field.endIndex, isSecret(Substring(name)) else {
        return maskedTokens(in: String(Substring(field)))
      }
      return "\(Substring(name))=\(hint(Substring(field[name.endIndex...].dropFirst())))"
    }.joined(separator: "&")
  }

  /// A URL with the secrets of its query and fragment masked.
  static func masked(url: String) -> String {
    let hash = UInt8(ascii: "#")
    let start = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != hash }
    let rest = url.utf8[start.endIndex...]
    guard !rest.isEmpty else { return maskedTokens(in: url) }
    let parts = rest.dropFirst().split(separator: hash, omittingEmptySubsequences: false)
    return "\(Substring(start))\(Substring(rest.prefix(1)))"
      + parts.map { masked(form: Substring($0)) }.joined(separator: "#")
  }

  /// Masks what looks like a signed or unsigned token wherever it stands in a text.
  static func maskedTokens(in text: String) -> String {
    let bytes = Array(text.utf8)
    // `{"` in base64url; shorter runs are words.
    let start = Array("eyJ".utf8)
    guard bytes.count >= shortestToken, text.contains("eyJ") else { return text }
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      guard bytes[position...].starts(with: start) else {
        result.append(bytes[position])
        position += 1
        continue
      }
      let run = bytes[position...].prefix(while: isTokenByte)
      if run.count >= shortestToken {
        result += run.prefix(6)
        result += Array("…".utf8)
      } else {
        result += run
      }
      position = run.endIndex
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let shortestToken = 24

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
