import EmuJSON
import EmuTestSupport
import Foundation

/// Values that are found again wherever the log shows more of a secret than its beginning.
enum Mark {
  /// What no log may hold.
  static let needle = "GIVEAWAY"

  /// A value whose first six letters may be shown, with letters that addresses escape.
  ///
  /// The six differ by the name, as secrets of an app do: at each place of a text the log compares all
  /// values that begin as the text does there, which takes long if all of them begin alike.
  static func value(_ name: String) -> String {
    "Q\((name + "--").prefix(3))\(("-" + name).suffix(2))\(needle)/\(name)+/="
  }

  /// Every field that holds something that signs somebody in, by its name on the wire.
  static let names = [
    "password", "newPassword", "oldPassword", "rawPassword", "passwordHash", "idToken", "id_token",
    "refreshToken", "refresh_token", "accessToken", "access_token", "oauthIdToken",
    "oauthAccessToken", "oauthTokenSecret", "oauth_token_secret", "oauth_token", "oauth_verifier",
    "oauth_signature", "input_token", "fb_exchange_token", "token", "code", "oobCode",
    "authorizationCode", "device_code", "user_code", "code_verifier", "pendingToken",
    "mfaPendingCredential", "temporaryProof", "sessionInfo", "sessionCookie", "nonce", "rawNonce",
    "sessionId", "signature", "secret", "clientSecret", "client_secret", "client_assertion",
    "assertion", "privateKey", "totpSecret", "sharedSecretKey", "verificationCode", "id_token_hint",
    "SAMLResponse", "signerKey", "customToken",
  ]

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
  }

  /// `name=value&…`, the values escaped.
  static let form = names.map { "\($0)=\(escaped(value($0)))" }.joined(separator: "&")

  /// The same as SDKs send it that escape nothing.
  static let rawForm = names.map { "\($0)=\(value($0))" }.joined(separator: "&")

  private static let short = ["oobCode", "code", "id_token", "access_token", "nonce"]
    .map { "\($0)=\(escaped(value($0)))" }.joined(separator: "&")

  /// An address with secrets in its query, its fragment and in an address within it.
  static let address =
    "http://localhost/?\(short)&link=\(escaped("http://localhost/?\(short)"))#\(short)"

  /// All of them as members, once more in objects and lists, and in texts that hold others.
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
