internal import EmuHTTP
internal import EmuIssuance
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// One visit of the web sign-in page: who opened it, for what, and where the answer goes
/// (docs/reference/sdk-callbacks.md).
///
/// All of it is in the address, which the page keeps while a person chooses, so that nothing need be
/// remembered of visits that end nowhere.
struct Visit: Sendable {
  /// The address of the emulator as the browser sees it, such as `http://localhost:9099`.
  let baseURL: String
  /// The page's own path.
  let path: String
  /// The parameters as they were sent, without those of the emulator.
  let fields: FormFields
  let authType: AuthType
  let opener: WebSignInOpener
  let apiKey: String
  /// In lower case; empty for `verifyApp`.
  let providerID: String
  /// The parameters for the provider, without those of the emulator.
  let customParameters: [String: String]
  /// What a test has decided beforehand.
  let automation: Automation?

  /// A parameter; nil when it is absent or empty.
  subscript(name: String) -> String? {
    guard let value = fields.first(name), !value.isEmpty else { return nil }
    return value
  }

  var eventID: String? { self["eventId"] }
  var tenantID: String? { self["tid"] }
  /// The domain of new accounts: the one that the app asks Google for, or an example's.
  var hostedDomain: String {
    customParameters["hd"].flatMap { $0.isEmpty || $0 == "*" ? nil : $0 } ?? "example.com"
  }
  var scopes: [String] { (self["scopes"] ?? "").split(separator: ",").map(String.init) }

  /// The page's address without its parameters.
  var address: String { baseURL + path }

  /// Where a provider sends the browser back to, and what the app's address begins with: Cordova's SDK
  /// reads no other than that of its callback.
  var returnAddress: String {
    opener == .cordova ? baseURL + WebSignIn.callbackPath : address
  }

  /// The page's address with its parameters.
  var target: String { path + "?" + fields.encoded }

  /// - Parameter fields: those of the address; of a provider's answer, those of the visit it belongs to.
  /// - Throws: why the page can show nothing, and return nowhere.
  init(_ fields: FormFields, path: String, baseURL: String) throws(VisitProblem) {
    func given(_ name: String) -> String? {
      fields.first(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    if let error = given("error") { throw .shown(error) }
    guard let apiKey = given("apiKey") else { throw .missing("apiKey") }
    guard let name = given("authType") else { throw .missing("authType") }
    guard let authType = AuthType(rawValue: name) else { throw .unknownAuthType(name) }
    let providerID = (given("providerId") ?? "").lowercased()
    guard !providerID.isEmpty || authType == .verifyApp else { throw .missing("providerId") }
    guard let opener = Self.opener(authType, has: { given($0) != nil }) else { throw .noApp }
    try ReturnAddress.check(given, opener)

    let custom = Self.customParameters(given("customParameters") ?? "")
    self.fields = FormFields(fields.filter { !Automation.names.contains($0.name) })
    self.baseURL = baseURL
    self.path = path
    self.authType = authType
    self.opener = opener
    self.apiKey = apiKey
    self.providerID = providerID
    customParameters = custom.filter { !Automation.names.contains($0.key) }
    automation = Automation { given($0) ?? custom[$0] }
  }

  /// Cordova names the app as native apps do, and asks for what the Web SDK asks for.
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

extension FormFields {
  init(_ pairs: [(name: String, value: String)]) {
    self.init()
    for pair in pairs { add(pair.name, pair.value) }
  }
}
