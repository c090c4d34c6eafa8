internal import EmuModel
internal import EmuWire

/// Where a link leads in the end, and which app may take it on the way.
struct ActionCodeSettings: Sendable {
  var continueURL: AbsoluteURL?
  /// The settings that a link carries for apps, by the API's names and in a fixed order.
  var parameters: [(name: String, value: String)] = []

  /// Longer than any package name or domain (RFC 1035 §2.3.4 allows 255); in bytes.
  private static let longestParameter = 255

  /// Settings of a code that nobody asked for.
  init() {}

  /// - Throws: `INVALID_CONTINUE_URI`, `INVALID_ARGUMENT` for what is too long; by the switch `authorizedDomains` also
  ///   `UNAUTHORIZED_DOMAIN`, `MISSING_CONTINUE_URI`, `MISSING_IOS_BUNDLE_ID`,
  ///   `MISSING_ANDROID_PACKAGE_NAME`, `INVALID_HOSTING_LINK_DOMAIN`,
  ///   `INVALID_DYNAMIC_LINK_DOMAIN`.
  init(_ input: SendOobCodeRequest, in context: OperationContext) throws(APIError) {
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
    if let continueURL { try continueURL.checkAuthorized(in: context) }
    try checkCompleteness(input, minimumVersion: minimumVersion, in: context)
    try checkLinkDomains(input, in: context)
  }

  private func checkCompleteness(
    _ input: SendOobCodeRequest, minimumVersion: String?, in context: OperationContext
  ) throws(APIError) {
    try context.check(
      .authorizedDomains,
      continueURL != nil || (input.canHandleCodeInApp != true && input.requestType != .emailSignIn),
      because: "a link that signs in, or that an app handles, needs a continue URL",
      otherwise: .missingContinueURI)
    try context.check(
      .authorizedDomains,
      ProfileInput.given(input.iOSAppStoreId) == nil
        || ProfileInput.given(input.iOSBundleId) != nil,
      because: "an App Store id says nothing without a bundle id", otherwise: .missingIOSBundleID)
    try context.check(
      .authorizedDomains,
      (minimumVersion == nil && input.androidInstallApp != true)
        || ProfileInput.given(input.androidPackageName) != nil,
      because: "Android settings say nothing without a package name",
      otherwise: .missingAndroidPackageName)
  }

  private func checkLinkDomains(
    _ input: SendOobCodeRequest, in context: OperationContext
  ) throws(APIError) {
    let domains = context.project.config.authorizedDomains(of: context.project.id)
    for (domain, error) in [
      (input.linkDomain, APIError.invalidHostingLinkDomain),
      (input.dynamicLinkDomain, APIError.invalidDynamicLinkDomain),
    ] {
      guard let domain = ProfileInput.given(domain) else { continue }
      // Read as an address, so that nothing but a host can pass for one.
      let url = AbsoluteURL("https://\(domain)")
      try context.check(
        .authorizedDomains,
        url?.host == domain.lowercased() && url?.isAuthorized(by: domains) == true,
        because: "\(domain) is not one of the project's domains", otherwise: error)
    }
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
