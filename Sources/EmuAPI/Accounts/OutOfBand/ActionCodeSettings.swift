internal import EmuJSON
internal import EmuModel
internal import EmuWire

/// Where a link leads in the end, and which app may take it on the way.
struct ActionCodeSettings: Sendable {
  var continueURL: AbsoluteURL?
  /// The settings that a link carries for apps, by the API's names and in a fixed order.
  var parameters: [(name: String, value: String)] = []
  /// How the link gets to an app, as production does it.
  var appLink = AppLink.none

  enum AppLink: Sendable {
    case none
    /// The app takes the address behind the page.
    case aroundContinueURL
    /// The app takes the code itself.
    case aroundLink
  }

  /// Longer than any package name or domain (RFC 1035 §2.3.4 allows 255); in bytes.
  private static let longestParameter = 255

  /// Settings of a code that nobody asked for.
  init() {}

  /// - Throws: `INVALID_CONTINUE_URI`, `INVALID_ARGUMENT` for what is too long; by the switch `authorizedDomains` also
  ///   `UNAUTHORIZED_DOMAIN`, `MISSING_CONTINUE_URI`, `MISSING_IOS_BUNDLE_ID`,
  ///   `INVALID_HOSTING_LINK_DOMAIN`.
  init(_ input: SendOobCodeRequest, in context: OperationContext) throws(APIError) {
    try context.checkStrictly(
      input.continueUrl != "", because: "continueUrl is empty", otherwise: .notAnAbsoluteURL)
    if let text = ProfileInput.given(input.continueUrl) {
      guard let url = AbsoluteURL(text) else { throw .notAnAbsoluteURL }
      continueURL = url
    }
    let minimumVersion =
      ProfileInput.given(input.androidMinimumVersion)
      ?? ProfileInput.given(input.androidMinimumVersionCode)
    for (name, value) in [
      ("canHandleCodeInApp", input.canHandleCodeInApp == true ? "true" : nil),
      ("iOSBundleId", input.iOSBundleId), ("iOSAppStoreId", input.iOSAppStoreId),
      ("androidPackageName", input.androidPackageName),
      ("androidInstallApp", input.androidInstallApp == true ? "true" : nil),
      ("androidMinimumVersion", minimumVersion), ("linkDomain", input.linkDomain),
    ] {
      guard let value = ProfileInput.given(value) else { continue }
      guard value.utf8.count <= Self.longestParameter else {
        throw APIError(
          "Invalid value at '\(name)' (TYPE_STRING), longer than \(Self.longestParameter) bytes",
          status: "INVALID_ARGUMENT")
      }
      parameters.append((name, value))
    }
    if context.rules.shape == .production {
      // Production's links have none of them, and lead to an app by a link around them.
      parameters = []
      let namesApp =
        ProfileInput.given(input.iOSBundleId) != nil
        || ProfileInput.given(input.androidPackageName) != nil
      if namesApp {
        appLink = input.canHandleCodeInApp == true ? .aroundLink : .aroundContinueURL
      }
    }
    if let continueURL { try continueURL.checkAuthorized(in: context) }
    try checkCompleteness(input, in: context)
    try checkLinkDomains(input, in: context)
    try checkDynamicLinks(in: context)
  }

  private func checkCompleteness(
    _ input: SendOobCodeRequest, in context: OperationContext
  ) throws(APIError) {
    try context.check(
      .authorizedDomains,
      continueURL != nil || input.canHandleCodeInApp != true,
      because: "a link that an app handles needs a continue URL",
      otherwise: .missingContinueURI)
    try context.check(
      .authorizedDomains,
      ProfileInput.given(input.iOSAppStoreId) == nil
        || ProfileInput.given(input.iOSBundleId) != nil,
      because: "an App Store id says nothing without a bundle id", otherwise: .missingIOSBundleID)
  }

  /// Dynamic links are shut down, and a project that still wants them gets none.
  private func checkDynamicLinks(in context: OperationContext) throws(APIError) {
    guard case .aroundLink = appLink,
      let document = try? JSON(parsing: context.project.config.document),
      document["mobileLinksConfig"]?["domain"] == "FIREBASE_DYNAMIC_LINK_DOMAIN"
    else { return }
    try context.check(
      .authorizedDomains, false,
      because:
        "mobileLinksConfig.domain is FIREBASE_DYNAMIC_LINK_DOMAIN, and there are none any more",
      otherwise: .dynamicLinkNotActivated)
  }

  /// A custom domain of Hosting is one of the authorized domains; the project's own two are none.
  private func checkLinkDomains(
    _ input: SendOobCodeRequest, in context: OperationContext
  ) throws(APIError) {
    guard let domain = ProfileInput.given(input.linkDomain) else { return }
    let project = context.project.id
    let own = ["\(project).web.app", "\(project).firebaseapp.com"]
    // Read as an address, so that nothing but a host can pass for one.
    let url = AbsoluteURL("https://\(domain)")
    try context.check(
      .authorizedDomains,
      url?.host == domain.lowercased() && !own.contains(domain.lowercased())
        && url?.isAuthorized(by: context.project.config.authorizedDomains(of: project)) == true,
      because: "\(domain) is not one of the project's custom domains",
      otherwise: .invalidHostingLinkDomain)
  }
}

extension AbsoluteURL {
  /// - Throws: `UNAUTHORIZED_DOMAIN` by switch.
  func checkAuthorized(in context: OperationContext) throws(APIError) {
    let domains = context.project.config.authorizedDomains(of: context.project.id)
    try context.check(
      .authorizedDomains, isAuthorized(by: domains),
      because: "\(host) is not one of the project's authorized domains (\(domains))",
      otherwise: .unauthorizedDomain("Domain not allowlisted by project"))
  }
}
