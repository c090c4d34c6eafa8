internal import EmuCrypto
internal import EmuHTTP
internal import EmuJSON

/// Masks credentials in the log: passwords, tokens, codes, keys.
///
/// It has two passes. The first finds secrets by their names (a member, a form's field, a header)
/// and records the values. The second finds these values at other positions, because a refusal may
/// quote a presented value in a sentence.
struct SecretMask {
  /// The found values, complete and in the form of a URL.
  private(set) var values: Set<String> = []
  var hasHidden = false

  /// Names of secrets that clients and administrators choose, in the form of ``plain(_:)``.
  static let chosen: Set<String> = [
    // Passwords and their hashes.
    "password", "newpassword", "oldpassword", "rawpassword", "passwordhash",
    // Proofs of possession of a token.
    "nonce", "rawnonce", "sessionid", "signature", "codeverifier",
    // Secrets and keys of clients, issuers and authenticator apps.
    "secret", "clientsecret", "consumersecret", "oauthconsumersecret", "appsecretproof",
    "signerkey", "privatekey", "totpsecret", "sharedsecretkey", "samlresponse",
  ]

  /// Names of secrets that the emulator or another server generates, in the same form.
  static let generated: Set<String> = [
    // Tokens of the backend.
    "idtoken", "refreshtoken", "token", "customtoken", "pendingtoken", "mfapendingcredential",
    "sessioncookie", "temporaryproof", "sessioninfo", "idtokenhint", "logintoken",
    // Tokens of providers.
    "accesstoken", "oauthidtoken", "oauthaccesstoken", "oauthrefreshtoken", "oauthtokensecret",
    "oauthtoken", "oauthverifier", "oauthsignature", "inputtoken", "subjecttoken", "actortoken",
    "fbexchangetoken", "signedrequest",
    // Codes.
    "code", "oobcode", "authorizationcode", "oauthauthorizationcode", "verificationcode",
    "devicecode", "usercode",
    // Assertions and keys.
    "emulatortotpsecret", "assertion", "clientassertion", "jwt",
  ]

  static func isSecret(_ name: String) -> Bool {
    let name = plain(name)
    return chosen.contains(name) || generated.contains(name)
  }

  /// Returns a name without underscores and hyphens, in lower case.
  static func plain(_ name: String) -> String {
    let bytes = name.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// Returns the first six characters of a long secret, to distinguish two of them. Of a password
  /// or a short code they would reveal too much.
  static func hint(_ secret: String) -> String {
    (secret.utf8.count >= shortestHinted ? String(secret.prefix(6)) : "") + "…"
  }

  private static let shortestHinted = 24

  // MARK: - Finding by name

  /// Masks a value with a secret name.
  mutating func hidden(_ secret: String) -> String {
    hasHidden = true
    var text = secret
    for _ in 0..<3 {
      if KnownSecrets.isDistinctive(text) { values.insert(text) }
      guard text.utf8.contains(UInt8(ascii: "%")) else { break }
      text = PercentEncoding.decode(text)
    }
    return Self.hint(secret)
  }

  /// Returns a document with the texts under secret names masked.
  ///
  /// - Parameter isSecret: true if the document itself has such a name.
  mutating func masked(_ tree: JSON, isSecret: Bool = false) -> JSON {
    switch tree {
    case .object(let object):
      var result = JSONObject()
      for member in object {
        // A client with a missing quote may send a form as a name.
        let isForm = member.key.utf8.contains(UInt8(ascii: "="))
        let name = isForm ? masked(text: member.key) : member.key
        // The `code` beside a `message` is an error's, such as INVALID_VALUE.
        let isError =
          member.key == "code" && object["message"]?.string != nil
          && member.value.string?.utf8.allSatisfy { (65...90).contains($0) || $0 == 95 } == true
        result[name] = masked(
          member.value, name: isError ? "" : member.key, isSecret: isSecret)
      }
      return .object(result)
    case .array(let elements):
      return .array(elements.map { masked($0, isSecret: isSecret) })
    case .string(let text): return .string(isSecret ? hidden(text) : masked(text: text))
    // Codes may be numbers; a status is a number with the name `code`.
    case .int(let number) where isSecret && !(100..<1000).contains(number):
      return .string(hidden(String(number)))
    default: return tree
    }
  }

  private mutating func masked(_ value: JSON, name: String, isSecret: Bool) -> JSON {
    if case .string(let text) = value, name == "postBody" || name == "post_body" {
      return .string(masked(form: text))
    }
    return masked(value, isSecret: isSecret || Self.isSecret(name))
  }

  /// Masks the secret values in `name=value&name=value`.
  mutating func masked(form: String) -> String {
    // By bytes: a secret may begin with an accent, which as a character would join the mark before
    // it.
    let fields = form.utf8.split(
      separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    var shown: [String] = []
    for field in fields {
      let name = field.prefix { $0 != UInt8(ascii: "=") }
      if name.endIndex < field.endIndex, Self.isSecret(PercentEncoding.decode(Substring(name))) {
        let value = Substring(field[name.endIndex...].dropFirst())
        shown.append("\(Substring(name))=\(hidden(String(value)))")
      } else {
        shown.append(masked(text: String(Substring(field))))
      }
    }
    return shown.joined(separator: "&")
  }

  mutating func masked(header name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "authorization", "proxy-authorization":
      guard let space = value.firstIndex(of: " ") else { return hidden(value) }
      let credentials = value[value.index(after: space)...]
      if value[..<space].lowercased() == "basic",
        let pair = Base64URL.decode(
          String(credentials), lenient: true)
      {
        _ = hidden(
          String(decoding: pair.drop { $0 != UInt8(ascii: ":") }.dropFirst(), as: UTF8.self))
      }
      // `Bearer owner` is not a secret: the Admin SDKs send it to every emulator.
      guard credentials.lowercased() != "owner" else { return value }
      return value[...space] + hidden(String(credentials))
    case "cookie", "x-firebase-appcheck": return hidden(value)
    default: return masked(text: value)
    }
  }
}
