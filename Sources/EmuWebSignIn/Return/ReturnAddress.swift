internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// The address that opens a native app with the outcome of a visit
/// (docs/reference/sdk-callbacks.md).
///
/// Each function returns only the address, so that tests can parse it as the SDK does.
enum ReturnAddress {
  /// Returns the address of an app; nil for the Web, which receives a message or reads its storage.
  static func of(_ visit: Visit, _ outcome: WebSignInResult) -> String? {
    switch visit.opener {
    case .apple: apple(visit, outcome)
    case .android: android(visit, outcome)
    case .cordova: cordova(visit, outcome)
    case .web: nil
    }
  }

  // MARK: Apple

  /// Returns `{scheme}://firebaseauth/link?deep_link_id=…`, with the response address encoded
  /// twice.
  private static func apple(_ visit: Visit, _ outcome: WebSignInResult) -> String {
    custom(
      visit, "\(visit.baseURL)\(WebSignIn.callbackPath)?\(encoded(fields(of: visit, outcome)))")
  }

  /// Returns an address with the app's scheme, by default its bundle id.
  private static func custom(_ visit: Visit, _ deepLink: String) -> String {
    let (scheme, host) = scheme { visit[$0] }
    return "\(scheme)://\(host)/link?\(encoded(["deep_link_id": deepLink]))"
  }

  private static func scheme(_ value: (String) -> String?) -> (scheme: String, host: String) {
    if let client = value("clientId") {
      let labels = client.split(separator: ".", omittingEmptySubsequences: false)
      return (labels.reversed().joined(separator: "."), "firebaseauth")
    }
    if let app = value("appId") {
      return ("app-" + app.map { $0 == ":" ? "-" : String($0) }.joined(), "firebaseauth")
    }
    return (value("ibi") ?? value("apn") ?? "", "google")
  }

  // MARK: Android

  private static func android(_ visit: Visit, _ outcome: WebSignInResult) -> String {
    let extras =
      fields(of: visit, outcome).map { ("S." + $0.name, $0.value) }
      + [("B.encryptionEnabled", "false")]
    let scheme = visit.authType == .verifyApp ? "recaptcha" : "genericidp"
    return intent("firebase.auth/", scheme: scheme, visit, extras)
  }

  /// Returns an address with which Android opens the app (`Intent.URI_INTENT_SCHEME`).
  private static func intent(
    _ address: String, scheme: String, _ visit: Visit, _ extras: [(String, String)]
  ) -> String {
    let package = visit["apn"] ?? ""
    let fallback =
      visit.address + "?"
      + encoded(["error": "The app \(package) was not found on this device."])
    let values = (extras + [("S.browser_fallback_url", fallback)]).map { name, value in
      "\(name)=\(PercentEncoding.queryComponent(value));"
    }
    return "intent://\(address)#Intent;scheme=\(scheme);package=\(package);\(values.joined())end;"
  }

  // MARK: Cordova

  /// Returns the address for Cordova, whose SDK reads the whole callback address as the provider's
  /// answer.
  private static func cordova(_ visit: Visit, _ outcome: WebSignInResult) -> String {
    let (name, value) = field(of: outcome)
    var link = value
    if name != "link" {
      // The SDK decodes an error once more than the rest of the address.
      let text = name == "firebaseError" ? PercentEncoding.queryComponent(value) : value
      link = "\(visit.baseURL)\(WebSignIn.callbackPath)?\(encoded([name: text]))"
    }
    guard visit["ibi"] == nil else { return custom(visit, link) }
    let address = "google/link?\(encoded(["deep_link_id": link]))"
    return intent(address, scheme: visit["apn"] ?? "", visit, [])
  }

  // MARK: Parts

  private static func encoded(_ fields: FormFields) -> String { fields.encodedForURL }

  /// Returns the fields that native apps read.
  private static func fields(of visit: Visit, _ outcome: WebSignInResult) -> FormFields {
    var fields: FormFields = ["authType": visit.authType.rawValue]
    if let id = visit.eventID { fields.add("eventId", id) }
    let (name, value) = field(of: outcome)
    fields.add(name, value)
    return fields
  }

  private static func field(of outcome: WebSignInResult) -> (name: String, value: String) {
    switch outcome {
    case .answer(let address, _): ("link", address)
    case .verified(let token): ("recaptchaToken", token)
    case .failed(let error): ("firebaseError", error.json.serialized())
    }
  }

  /// Rejects an address that cannot belong to an app, or that executes code.
  static func check(
    _ value: (String) -> String?, _ opener: WebSignInOpener
  ) throws(VisitProblem) {
    if opener == .android || opener == .cordova, let package = value("apn") {
      let isName = package.utf8.allSatisfy { $0.isLetterOrDigit || "._".utf8.contains($0) }
      guard isName, package.utf8.count <= 256 else { throw .wrongPackage(package) }
    }
    if opener == .apple || opener == .cordova {
      let scheme = scheme(value).scheme
      let uri = scheme + "://host"
      guard RedirectURI.scheme(of: uri) == scheme.lowercased(),
        RedirectURI.problem(with: uri) == nil,
        !["http", "https", "ftp", "ws", "wss", "intent"].contains(scheme.lowercased())
      else { throw .wrongScheme(scheme) }
    }
    // A popup sends its answer as a message, and returns nowhere.
    if opener == .web, value("authType").flatMap(AuthType.init(rawValue:))?.isPopup != true {
      guard let address = value("redirectUrl") else { throw .missing("redirectUrl") }
      guard AbsoluteURL.isWeb(address) else { throw .wrongRedirect(address) }
    }
  }
}
