import EmuTestSupport
import Testing

extension `Stored values in exports` {
  static func long(_ count: Int, _ letter: String = "a") -> JSON {
    .string(String(repeating: letter, count: count))
  }

  static let numbers: JSON = {
    var numbers = JSONObject()
    for number in 10..<30 { numbers["+155555501\(number)"] = "123456" }
    return .object(numbers)
  }()

  /// Texts that a file's format may confuse with its own characters.
  static let nasty = [
    "\u{0}", "a\u{0}b", "a\tb", "a\nb", "a\r\nb", "a\rb", "\r", "\n", "\"", "a\"b", "\"a\"", "'",
    ",", ";", "a;b;c", " a", "a ", " ", "\t", "\u{FEFF}a", "\u{FEFF}", "\u{A0}a\u{A0}", "\u{2028}",
    "\u{85}", "=1+1", "+1", "-1", "@a", "null", "true", "{", "[", "/", "//", "#", "\\", "\\u0000",
    "\u{1F600}", "é", "e\u{301}", "\u{301}a", "\"\u{301}", " \u{301}", ",\u{301}", "\u{212B}",
    "\u{202E}", "\u{1B}[0m", "\u{7F}", "localId", "uid", "UID", "Email", "{\"users\":[]}", "[{}]",
    "a,b\nc,d", "%00", "&#0;",
  ]

  static let texts: [Row] = nasty.map { text in
    Row("the text \(JSON.string(text).serialized())") { emulator in
      let value = JSON.string(text)
      let claims = JSON.object([text: value]).serialized()
      var user: JSONObject = ["customAttributes": .string(claims)]
      for name in ["localId", "displayName", "photoUrl", "screenName", "rawPassword"] {
        user[name] = value
      }
      var identity: JSONObject = ["providerId": "google.com"]
      for name in ["rawId", "displayName", "photoUrl", "screenName"] { identity[name] = value }
      user["providerUserInfo"] = [.object(identity)]
      let other: JSON = ["localId": "zoe", "displayName": "Zoe"]
      return await emulator.admin("accounts:batchCreate", ["users": [.object(user), other]])
    }
  }
}
