internal import EmuModel

/// The continue URL of a link, and the app that opens the link.
struct ActionCodeSettings: Sendable {
  var continueURL: AbsoluteURL?
  /// The parameters of the link for apps, with the API's names in a fixed order.
  var parameters: [(name: String, value: String)] = []
  /// The way in which a link opens an app, as in production.
  var appLink = AppLink.none

  enum AppLink: Sendable {
    case none
    /// The app opens the continue URL after the page.
    case aroundContinueURL
    /// The app opens the link itself.
    case aroundLink
  }

  /// The limit of a parameter in bytes; package names and domains are shorter (RFC 1035 §2.3.4
  /// allows 255).
  private static let longestParameter = 255

  init() {}

  /// - Throws: `INVALID_CONTINUE_URI`; `INVALID_ARGUMENT` for a parameter that is too long; by the
  ///   switch `authorizedDomains` also `UNAUTHORIZED_DOMAIN`, `MISSING_CONTINUE_URI`,
  ///   `MISSING_IOS_BUNDLE_ID`, `INVALID_HOSTING_LINK_DOMAIN`.
  init(_ input: SendOobCodeRequest, in context: OperationContext) throws(APIError) {
    try context.checkStrictly(
      input.continueUrl != "", reason: "continueUrl is empty", otherwise: .notAnAbsoluteURL)
    if let text = input.continueUrl.given {
      guard let url = AbsoluteURL(text) else { throw .notAnAbsoluteURL }
      continueURL = url
    }
    let minimumVersion = input.androidMinimumVersion.given ?? input.androidMinimumVersionCode
    for (name, value) in [
      ("canHandleCodeInApp", input.canHandleCodeInApp == true ? "true" : nil),
      ("iOSBundleId", input.iOSBundleId), ("iOSAppStoreId", input.iOSAppStoreId),
      ("androidPackageName", input.androidPackageName),
      ("androidInstallApp", input.androidInstallApp == true ? "true" : nil),
      ("androidMinimumVersion", minimumVersion), ("linkDomain", input.linkDomain),
    ] {
      guard let value = value.given else { continue }
      guard value.utf8.count <= Self.longestParameter else {
        throw APIError(
          "Invalid value at '\(name)' (TYPE_STRING), longer than \(Self.longestParameter) bytes",
          status: "INVALID_ARGUMENT")
      }
      parameters.append((name, value))
    }
    let wrapping = Self.appLink(input)
    if context.rules.wrapsAppLinks {
      parameters = []
      appLink = wrapping
    }
    if let continueURL { try continueURL.checkAuthorized(in: context) }
    try checkCompleteness(input, in: context)
    try checkLinkDomains(input, in: context)
    guard wrapping == .aroundLink else { return }
    // The service of dynamic links is shut down.
    try context.check(
      .authorizedDomains, !context.project.usesDynamicLinks,
      reason:
        "mobileLinksConfig.domain is FIREBASE_DYNAMIC_LINK_DOMAIN, and there are none any more",
      otherwise: .dynamicLinkNotActivated)
  }

  /// Returns the way in which production's link opens the app of a request.
  private static func appLink(_ input: SendOobCodeRequest) -> AppLink {
    let apps = [input.iOSBundleId, input.androidPackageName]
    guard apps.contains(where: { $0.given != nil }) else { return .none }
    return input.canHandleCodeInApp == true ? .aroundLink : .aroundContinueURL
  }

  private func checkCompleteness(
    _ input: SendOobCodeRequest, in context: OperationContext
  ) throws(APIError) {
    try context.check(
      .authorizedDomains, continueURL != nil || input.canHandleCodeInApp != true,
      reason: "a link that an app handles needs a continue URL",
      otherwise: .missingContinueURI)
    try context.check(
      .authorizedDomains, input.iOSAppStoreId.given == nil || input.iOSBundleId.given != nil,
      reason: "an App Store id says nothing without a bundle id", otherwise: .missingIOSBundleID)
  }

  /// Checks the link domain. A custom domain of Hosting must be authorized; the project's two
  /// default domains are rejected.
  private func checkLinkDomains(
    _ input: SendOobCodeRequest, in context: OperationContext
  ) throws(APIError) {
    guard let domain = input.linkDomain.given else { return }
    let project = context.project.id
    let own = ["\(project).web.app", "\(project).firebaseapp.com"]
    // Parsing as an address rejects everything except a host.
    let url = AbsoluteURL("https://\(domain)")
    try context.check(
      .authorizedDomains,
      url?.host == domain.lowercased() && !own.contains(domain.lowercased())
        && url?.isAuthorized(by: context.project.authorizedDomains) == true,
      reason: "\(domain) is not one of the project's custom domains",
      otherwise: .invalidHostingLinkDomain)
  }
}

extension AbsoluteURL {
  /// - Throws: `UNAUTHORIZED_DOMAIN`, by the switch `authorizedDomains`.
  func checkAuthorized(in context: OperationContext) throws(APIError) {
    let domains = context.project.authorizedDomains
    try context.check(
      .authorizedDomains, isAuthorized(by: domains),
      reason: "\(host) is not one of the project's authorized domains (\(domains))",
      otherwise: APIError("UNAUTHORIZED_DOMAIN", detail: "Domain not allowlisted by project"))
  }
}
