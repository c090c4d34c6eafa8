import EmuStore
import EmuTestSupport
import Testing

/// A resource of Terraform's provider, with the values that its acceptance tests set.
///
/// The provider sends every member that is not empty, and a mask with the changed ones. So a flag
/// that becomes false is only in the mask.
private struct TerraformResource: Sendable, CustomTestStringConvertible {
  var collection: String
  /// The name of the query's field with the id; nil where the service chooses the id.
  var idField: String?
  var id = ""
  var created: JSON
  /// The members of the answer to a read that the body does not have; null for empty ones.
  var differs: [String: JSON] = [:]
  var mask: String
  var changed: JSON
  var differsAfterChange: [String: JSON]
  var missing = "CONFIGURATION_NOT_FOUND"

  var testDescription: String { collection }

  static let tenant = TerraformResource(
    collection: "tenants", idField: nil,
    created: ["displayName": "tenant", "allowPasswordSignup": true],
    mask: "displayName,allowPasswordSignup,enableEmailLinkSignin,disableAuth,client",
    changed: [
      "displayName": "my-tenant", "enableEmailLinkSignin": true, "disableAuth": true,
      "client": ["permissions": ["disabledUserSignup": true, "disabledUserDeletion": true]],
    ],
    differsAfterChange: ["allowPasswordSignup": nil], missing: "TENANT_NOT_FOUND")

  static let oauth = TerraformResource(
    collection: "oauthIdpConfigs", idField: "oauthIdpConfigId", id: "oidc.oauth-idp-config",
    created: [
      "name": "oidc.oauth-idp-config", "displayName": "Display Name", "clientId": "client-id",
      "issuer": "issuer", "enabled": true, "clientSecret": "secret", "responseType": ["code": true],
    ],
    differs: ["responseType.idToken": nil],
    mask: "displayName,enabled,issuer,clientId,clientSecret,responseType",
    changed: [
      "displayName": "Another display name", "clientId": "different", "issuer": "different-issuer",
      "clientSecret": "secret2", "responseType": ["idToken": true],
    ],
    differsAfterChange: ["enabled": nil, "responseType.code": nil])

  /// As `file()` reads it, with a line feed at the end.
  private static let certificate: JSON = [
    "x509Certificate": "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
  ]

  static let saml = TerraformResource(
    collection: "inboundSamlConfigs", idField: "inboundSamlConfigId", id: "saml.tf-config",
    created: [
      "name": "saml.tf-config", "displayName": "Display Name",
      "idpConfig": [
        "idpEntityId": "tf-idp", "ssoUrl": "https://example.com", "idpCertificates": [certificate],
      ],
      "spConfig": ["spEntityId": "tf-sp", "callbackUri": "https://example.com"],
    ],
    differs: ["enabled": nil, "idpConfig.signRequest": nil],
    mask: "displayName,idpConfig,spConfig",
    changed: [
      "displayName": "Display Name2",
      "idpConfig": [
        "idpEntityId": "tf-idp", "ssoUrl": "https://example123.com", "signRequest": true,
        "idpCertificates": [certificate],
      ],
      "spConfig": ["spEntityId": "tf-sp", "callbackUri": "https://example123.com"],
    ],
    differsAfterChange: ["enabled": nil])

  static let known = TerraformResource(
    collection: "defaultSupportedIdpConfigs", idField: "idpId", id: "playgames.google.com",
    created: ["enabled": true, "clientId": "client-id", "clientSecret": "secret"],
    mask: "clientSecret,enabled",
    changed: ["clientId": "client-id", "clientSecret": "anothersecret"],
    differsAfterChange: ["enabled": nil])

  static let all = [tenant, oauth, saml, known]
}

@Suite struct `Terraform` {
  @Test(arguments: TerraformResource.all, Profile.allCases)
  fileprivate func `Terraform sees no drift of a project's or tenant's resource`(
    _ resource: TerraformResource, _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    await emulator.allowTenants()
    try await Self.check(resource, below: "", on: emulator)
    guard resource.idField != nil else { return }
    let tenant = await emulator.postV2("tenants", ["displayName": "tenant"])
    try await Self.check(resource, below: "tenants/\(try #require(tenant.tenantID))/", on: emulator)
  }

  private static func check(
    _ resource: TerraformResource, below parent: String, on emulator: TestEmulator
  ) async throws {
    let collection = parent + resource.collection
    let query = resource.idField.map { "?\($0)=\(resource.id)" } ?? ""
    let made = await emulator.postV2(collection + query, resource.created)
    #expect(made.status == 200, "\(made.text)")
    let name = try #require(made["name"]?.string)
    let id = String(try #require(name.split(separator: "/").last))
    #expect(resource.id.isEmpty || id == resource.id)
    let one = "\(collection)/\(id)"

    let read = await emulator.getV2(one).json
    #expect(read["name"]?.string?.hasSuffix(one) == true)
    expect(read, resource.created, resource.differs)

    let changed = await emulator.patchV2("\(one)?updateMask=\(resource.mask)", resource.changed)
    #expect(changed.status == 200, "\(changed.text)")
    expect(await emulator.getV2(one).json, resource.changed, resource.differsAfterChange)
    #expect(await emulator.configuration(.delete, one).status == 200)
    // A refresh recognizes the deletion by the status alone.
    let gone = await emulator.getV2(one)
    // The official emulator creates a tenant of any name.
    let isCreated = collection == "tenants" && emulator.store.directory.profile == .compatible
    #expect(gone.status == (isCreated ? 200 : 404))
    #expect(gone.errorCode == (isCreated ? nil : resource.missing))
  }

  @Test(arguments: Profile.allCases)
  func `Terraform sees no drift of a project's configuration`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    #expect(await emulator.postV2("identityPlatform:initializeAuth").status == 200)
    for (config, differs) in Self.configurations {
      let mask = config.object?.keys.joined(separator: ",") ?? ""
      let cleared = "autodeleteAnonymousUsers,multiTenant"
      await emulator.patchV2("config?updateMask=\(mask),\(cleared)", config).expect()
      Self.expect(await emulator.getV2("config").json, config, differs)
    }
  }

  /// The bodies that the provider sends, and what differs in those that it reads then.
  private static let configurations: [(JSON, [String: JSON])] = [
    (
      [
        "autodeleteAnonymousUsers": true,
        "signIn": [
          "allowDuplicateEmails": true, "anonymous": ["enabled": true],
          "email": ["enabled": true],
          "phoneNumber": ["enabled": true, "testPhoneNumbers": ["+11231231234": "000000"]],
        ],
        "smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["CA", "US"]]],
        "client": ["permissions": ["disabledUserDeletion": true, "disabledUserSignup": true]],
        "mfa": [
          "enabledProviders": ["PHONE_SMS"], "state": "ENABLED",
          "providerConfigs": [
            ["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 3]]
          ],
        ],
        "monitoring": ["requestLogging": ["enabled": true]],
        "multiTenant": ["allowTenants": true, "defaultTenantLocation": "organizations/1"],
        "quota": [
          "signUpQuotaConfig": [
            "quota": 1000, "startTime": "2030-01-01T00:00:00Z", "quotaDuration": "7200s",
          ]
        ],
      ],
      ["signIn.email.passwordRequired": nil, "quota.signUpQuotaConfig.quota": "1000"]
    ),
    (
      [
        "signIn": [
          "email": ["enabled": true, "passwordRequired": true],
          "phoneNumber": ["enabled": true, "testPhoneNumbers": ["+17651212343": "111111"]],
        ],
        "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["AU", "NZ"]]], "client": [:],
        "mfa": ["enabledProviders": ["PHONE_SMS"], "state": "DISABLED"], "monitoring": [:],
      ],
      [
        "autodeleteAnonymousUsers": nil, "signIn.allowDuplicateEmails": nil,
        "signIn.anonymous.enabled": nil, "smsRegionConfig.allowByDefault": nil,
        "client.permissions.disabledUserDeletion": nil,
        "client.permissions.disabledUserSignup": nil, "mfa.providerConfigs": nil,
        "monitoring.requestLogging.enabled": nil, "multiTenant.allowTenants": nil,
      ]
    ),
  ]

  /// Expects the members of a message but its name, with other values at some paths.
  private static func expect(_ answer: JSON, _ message: JSON, _ differs: [String: JSON]) {
    let expected = leaves(of: message).merging(differs) { $1 }
    for (path, value) in expected where path != "name" {
      let shown = answer.at(path)
      // As the provider compares, null is an empty value.
      let isEmpty = ([.null, false, "", [:]] as [JSON]).contains(shown)
      #expect(value.isNull ? isEmpty : shown == value, "\(path): \(shown)")
    }
  }

  private static func leaves(of message: JSON, at path: String = "") -> [String: JSON] {
    guard let members = message.object else { return [path: message] }
    return members.reduce(into: [:]) { all, member in
      let inner = leaves(of: member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)")
      all.merge(inner) { $1 }
    }
  }
}
