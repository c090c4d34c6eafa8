import EmuJSON
import EmuTestSupport
import Foundation

/// Values that are found where the log shows more of a secret than its beginning.
enum Mark {
  /// The text that no log may contain.
  static let needle = "GIVEAWAY"

  /// Returns a value whose first six letters may be shown, with letters that addresses escape.
  ///
  /// The six depend on the name, as an app's secrets differ. At each position of a text the log
  /// compares all values that begin with the text there, which is slow if all begin alike.
  static func value(_ name: String) -> String {
    "Q\((name + "--").prefix(3))\(("-" + name).suffix(2))\(needle)/\(name)+/="
  }

  /// Every field with a credential, by its name on the wire.
  static let names = [
    "password", "newPassword", "oldPassword", "rawPassword", "passwordHash", "idToken", "id_token",
    "refreshToken", "refresh_token", "accessToken", "access_token", "oauthIdToken",
    "oauthAccessToken", "oauthTokenSecret", "oauth_token_secret", "oauth_token", "oauth_verifier",
    "oauth_signature", "input_token", "fb_exchange_token", "token", "code", "oobCode",
    "authorizationCode", "device_code", "user_code", "code_verifier", "pendingToken",
    "mfaPendingCredential", "temporaryProof", "sessionInfo", "sessionCookie", "nonce", "rawNonce",
    "sessionId", "signature", "secret", "clientSecret", "client_secret", "client_assertion",
    "assertion", "privateKey", "totpSecret", "emulatorTotpSecret", "sharedSecretKey",
    "verificationCode", "id_token_hint",
    "SAMLResponse", "signerKey", "customToken",
  ]

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
  }

  /// A form of all fields, with escaped values.
  static let form = names.map { "\($0)=\(escaped(value($0)))" }.joined(separator: "&")

  /// The same as sent by SDKs that escape nothing.
  static let rawForm = names.map { "\($0)=\(value($0))" }.joined(separator: "&")

  private static let short = ["oobCode", "code", "id_token", "access_token", "nonce"]
    .map { "\($0)=\(escaped(value($0)))" }.joined(separator: "&")

  /// A URL with secrets in its query, in its fragment and in a URL within it.
  static let address =
    "http://localhost/?\(short)&link=\(escaped("http://localhost/?\(short)"))#\(short)"

  /// All of them as members, again in objects and lists, and in texts that contain others.
  static let body: JSON = {
    var members = JSONObject()
    for name in names { members[name] = .string(value(name)) }
    var body = members
    body["nested"] = .array([.object(members), .string(JSON.object(members).serialized())])
    body["postBody"] = .string("providerId=google.com&" + form)
    body["requestUri"] = .string(address)
    body["continueUri"] = .string(address)
    body["note"] = .string("I was told \(address) by somebody.")
    body["unknown \(short)"] = true
    return .object(body)
  }()
}
