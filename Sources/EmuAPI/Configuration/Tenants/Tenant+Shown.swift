internal import EmuJSON
internal import EmuModel

extension Tenant {
  /// Returns the tenant as the API shows it. Only the official emulator returns `tenantId`.
  ///
  /// - Parameter isRead: true for a read; lists and the response of a change may have fewer fields.
  func shown(of project: Project, isRead: Bool = false) throws -> Message<TenantConfig> {
    let shape = project.switches.profile.rules.shape
    var config = config
    config.passwordPolicyConfig = shape.passwordPolicy(config.passwordPolicyConfig)
    var shown = try JSONObject(published: config)
    shown.complete(with: [
      "name": .string("projects/\(project.id)/tenants/\(id)"), "tenantId": .string(id),
      "allowPasswordSignup": false, "enableEmailLinkSignin": false, "enableAnonymousUser": false,
      "disableAuth": false,
    ])
    if config.mfaConfig != nil { shown.complete(with: ["mfaConfig": ["enabledProviders": []]]) }
    return Message(shape.tenant(shown, of: project, isRead: isRead))
  }
}
