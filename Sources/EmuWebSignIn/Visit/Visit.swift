internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// A visit of the web sign-in page: its opener, its purpose, and the return address
/// (docs/reference/sdk-callbacks.md).
///
/// All of it is in the address of the page, so the server stores nothing about abandoned visits.
struct Visit: Sendable {
  /// The address of the emulator in the browser, such as `http://localhost:9099`.
  let baseURL: String
  let path: String
  /// The sent parameters, without those of the emulator.
  let fields: FormFields
  let authType: AuthType
  let opener: WebSignInOpener
  let apiKey: String
  /// As the project spells it, and a social provider's in lower case; empty for `verifyApp`.
  var providerID: String
  /// The parameters for the provider, without those of the emulator.
  let customParameters: [String: String]
  /// The decision of a test, if any.
  let automation: Automation?

  /// Returns a parameter; nil if absent or empty.
  subscript(name: String) -> String? { fields.filled(name) }

  var eventID: String? { self["eventId"] }
  var tenantID: String? { self["tid"] }
  /// The domain of new accounts: the one that the app requests from Google, or an example's.
  var hostedDomain: String {
    customParameters["hd"].flatMap { $0.isEmpty || $0 == "*" ? nil : $0 } ?? "example.com"
  }
  var scopes: [String] { (self["scopes"] ?? "").split(separator: ",").map(String.init) }

  /// The page's address without its parameters.
  var address: String { baseURL + path }

  /// The redirect address of a provider, and the prefix of the app's address. Cordova's SDK accepts
  /// only its callback address.
  var returnAddress: String {
    opener == .cordova ? baseURL + WebSignIn.callbackPath : address
  }

  /// The page's address with its parameters, relative to the page: the emulator does not know the
  /// path at which a proxy serves it.
  var target: String { "?" + fields.encoded }

  /// - Parameter fields: the fields of the address; for a provider's answer, those of its visit.
  ///
  /// - Throws: the reason why the page can neither continue nor return to an app.
  init(_ fields: FormFields, path: String, baseURL: String) throws(VisitProblem) {
    if let error = fields.filled("error") { throw .shown(error) }
    guard let apiKey = fields.filled("apiKey") else { throw .missing("apiKey") }
    guard let name = fields.filled("authType") else { throw .missing("authType") }
    guard let authType = AuthType(rawValue: name) else { throw .unknownAuthType(name) }
    let named = fields.filled("providerId") ?? ""
    let providerID = ProviderFamily(of: named) == .social ? named.lowercased() : named
    guard !providerID.isEmpty || authType == .verifyApp else { throw .missing("providerId") }
    guard let opener = Self.opener(authType, has: { fields.filled($0) != nil }) else {
      throw .noApp
    }
    try ReturnAddress.check(fields.filled, opener)

    let custom = Self.customParameters(fields.filled("customParameters") ?? "")
    let others = custom.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    for (name, value) in fields.map({ ($0.name, $0.value) }) + others {
      guard let problem = EmulatorParameters.problem(with: name, value) else { continue }
      throw .wrongParameter(problem)
    }
    self.fields = FormFields(fields.filter { !Automation.names.contains($0.name) })
    self.baseURL = baseURL
    self.path = path
    self.authType = authType
    self.opener = opener
    self.apiKey = apiKey
    self.providerID = providerID
    customParameters = custom.filter { !Automation.names.contains($0.key) }
    automation = Automation { fields.filled($0) ?? custom[$0] }
  }

  /// Returns the opener. Cordova identifies the app as native apps do, with the Web SDK's purposes.
  private static func opener(
    _ authType: AuthType, has: (String) -> Bool
  ) -> WebSignInOpener? {
    if !authType.isNative, has("appName") {
      return has("ibi") || has("apn") ? .cordova : .web
    }
    if has("apn") { return .android }
    if has("ibi") || has("clientId") || has("appId") { return .apple }
    return has("appName") ? .web : nil
  }

  private static func customParameters(_ text: String) -> [String: String] {
    let members = (try? JSON(parsing: text))?.object ?? [:]
    return Dictionary(
      members.map { ($0.key, $0.value.string ?? $0.value.serialized()) },
      uniquingKeysWith: { first, _ in first })
  }
}

/// The purpose of the web sign-in page (`authType`).
enum AuthType: String, Sendable, CaseIterable {
  case signInViaPopup, linkViaPopup, reauthViaPopup
  case signInViaRedirect, linkViaRedirect, reauthViaRedirect
  /// Apps on Apple's platforms and on Android, for sign-in, linking and reauthentication.
  case signInWithRedirect
  /// The page verifies that a person requests a text message.
  case verifyApp

  /// True if the page is in a separate window, which the app closes.
  var isPopup: Bool { rawValue.hasSuffix("Popup") }

  /// True if only native apps open the page with it.
  var isNative: Bool { self == .signInWithRedirect || self == .verifyApp }
}
