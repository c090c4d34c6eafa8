internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A tenant in the format of a seed, without the values of an automatically created tenant.
struct ExportedTenant {
  private static let pageSize = 500

  private let tenant: Tenant

  /// Returns every tenant of a project, sorted by id.
  static func all(of project: Project, _ reader: ReadTransaction) throws -> [JSON] {
    var tenants: [JSON] = []
    var after: String?
    while true {
      let ids = try reader.tenantIDs(in: project, after: after, limit: pageSize)
      for id in ids {
        guard let tenant = try reader.tenant(id, in: project) else { continue }
        tenants.append(.object(try ExportedTenant(tenant: tenant).document()))
      }
      guard ids.count == pageSize else { return tenants }
      after = ids.last
    }
  }

  private func document() throws -> JSONObject {
    let (config, usual) = (tenant.config, TenantConfig.everythingEnabled)
    let written = (try? JSON(parsing: config.signIn.document)) ?? .null
    var result: JSONObject = ["id": .string(tenant.id)]
    result["displayName"] = written["displayName"]
    func flag(_ name: String, _ value: Bool, _ usual: Bool) {
      if value != usual { result[name] = .bool(value) }
    }
    let (signIn, usualSignIn) = (config.signIn, usual.signIn)
    flag("allowPasswordSignup", signIn.passwordSignInEnabled, usualSignIn.passwordSignInEnabled)
    flag("enableEmailLinkSignin", signIn.emailLinkSignInEnabled, usualSignIn.emailLinkSignInEnabled)
    flag("enableAnonymousUser", signIn.anonymousSignInEnabled, usualSignIn.anonymousSignInEnabled)
    flag("disableAuth", config.isDisabled, usual.isDisabled)
    result["client"] = written["client"]?.sorted
    if signIn.signUpDisabled {
      result.put(true, at: ["client", "permissions", "disabledUserSignup"])
    }
    if signIn.deletionDisabled {
      result.put(true, at: ["client", "permissions", "disabledUserDeletion"])
    }
    if let protects = config.protectsEmails {
      result["emailPrivacyConfig"] = ["enableImprovedEmailPrivacy": .bool(protects)]
    }
    if !signIn.testPhoneNumbers.isEmpty {
      result["testPhoneNumbers"] = .sorted(signIn.testPhoneNumbers)
    }
    let usualFactors = (try? JSON(parsing: usualSignIn.document))?["mfaConfig"]
    let factors = written["mfaConfig"] ?? ["state": "DISABLED"]
    if factors != usualFactors { result["mfaConfig"] = factors.sorted }
    try result.putShared(of: signIn, written)
    for name in TenantDocument.keptNames { result[name] = written[name]?.sorted }
    let providers = try ExportedProject.providers(tenant.providers)
    if !providers.isEmpty { result["providers"] = .object(providers) }
    return result
  }
}
