import EmuCrypto
import EmuTestSupport

/// An app whose SDK signs in with the page, without a browser.
struct WebApp {
  let emulator: TestEmulator
  var parameters: FormFields
  /// The session id of the following call; nil if the page generates it.
  var sessionID: String?
  var path = "/emulator/auth/handler"

  static let eventID = "ABCDEFGHIJ"

  /// Returns an app on Apple's platforms, with a client id or an app id.
  static func apple(
    _ emulator: TestEmulator, _ provider: String, app: (String, String) = appleClient
  ) -> WebApp {
    let session = "KLMNOPQRST"
    return WebApp(
      emulator: emulator,
      parameters: [
        "apiKey": "k", "authType": "signInWithRedirect", "ibi": "com.example.app", app.0: app.1,
        "sessionId": digest(session), "v": "FirebaseAuth.iOS/12.0.0 com.example.app/1",
        "eventId": eventID, "providerId": provider, "scopes": "",
      ], sessionID: session)
  }

  static let appleClient = ("clientId", "1234-abc.apps.googleusercontent.com")
  static let appleApp = ("appId", "1:1234:ios:abcdef")

  static func android(_ emulator: TestEmulator, _ provider: String) -> WebApp {
    // The digest's bytes as text: control characters, and U+FFFD for invalid UTF-8.
    let session = "\u{0}\u{1f}a\u{fffd}z;=&+%"
    return WebApp(
      emulator: emulator,
      parameters: [
        "apiKey": "k", "authType": "signInWithRedirect", "apn": "com.example.app",
        "sha1Cert": "ab12", "sessionId": session, "eventId": eventID, "eid": "p",
        "providerId": provider, "v": "X23.2.0", "publicKey": "key",
      ], sessionID: session)
  }

  static func cordova(_ emulator: TestEmulator, _ provider: String, os: String = "ibi") -> WebApp {
    let session = "abcdefghij0123456789"
    return WebApp(
      emulator: emulator,
      parameters: [
        "apiKey": "k", "authType": "signInViaRedirect", "appName": "[DEFAULT]",
        os: "com.example.app", "sessionId": digest(session), "eventId": eventID,
        "providerId": provider, "v": "12.0.0",
      ], sessionID: session)
  }

  static func web(
    _ emulator: TestEmulator, _ provider: String, authType: String = "signInViaPopup",
    redirectURL: String = "http://localhost:3000/"
  ) -> WebApp {
    WebApp(
      emulator: emulator,
      parameters: [
        "apiKey": "k", "authType": authType, "appName": "[DEFAULT]", "redirectUrl": redirectURL,
        "eventId": eventID, "providerId": provider, "v": "12.0.0",
      ])
  }

  private static func digest(_ text: String) -> String { Digest.sha256.hex(Array(text.utf8)) }

  func adding(_ name: String, _ value: String) -> WebApp {
    var app = self
    app.parameters.add(name, value)
    return app
  }

  func without(_ name: String) -> WebApp {
    var app = self
    app.parameters = FormFields()
    for field in parameters where field.name != name { app.parameters.add(field.name, field.value) }
    return app
  }

  // MARK: The page

  /// Opens the page, as a browser does.
  func open() async -> Reply {
    await emulator.call(.get, "\(path)?\(parameters.encoded)", headers: ["Accept": "text/html,*/*"])
  }

  /// Sends the page's form.
  func choose(_ fields: FormFields) async -> Reply {
    await emulator.call(
      .post, "\(path)?\(parameters.encoded)", bytes: Array(fields.encoded.utf8),
      headers: [
        "Host": "localhost:9099", "Accept": "text/html,*/*",
        "Content-Type": "application/x-www-form-urlencoded",
      ])
  }

  /// Returns the address of the page's link to the app.
  func returnAddress(_ reply: Reply) -> String { Self.attribute("href", of: "return", in: reply) }

  /// Returns the event that the page sends to the Web SDK.
  func event(_ reply: Reply) -> JSON {
    (try? JSON(parsing: Self.attribute("data-event", of: "event", in: reply))) ?? .null
  }

  private static func attribute(_ name: String, of id: String, in reply: Reply) -> String {
    guard let element = reply.text.firstRange(of: "id=\"\(id)\""),
      let start = reply.text[element.upperBound...].firstRange(of: "\(name)=\""),
      let end = reply.text[start.upperBound...].firstIndex(of: "\"")
    else { return "" }
    return String(reply.text[start.upperBound..<end])
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }

  /// Sends the SDK's request with the provider's answer.
  func signIn(_ requestURI: String, _ more: JSONObject = [:]) async -> Reply {
    var body: JSONObject = [
      "requestUri": .string(requestURI), "returnSecureToken": true, "returnIdpCredential": true,
    ]
    if let sessionID { body["sessionId"] = .string(sessionID) }
    return await emulator.client("accounts:signInWithIdp", .object(body.merging(more)))
  }
}
