import EmuTestSupport
import Testing

extension `Stored values in exports` {
  /// A call, and the code of its refusal; nil when the value is stored.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let refusal: String?
    var profile = Profile.compatible
    let calls: @Sendable (TestEmulator) async throws -> Reply

    init(
      _ name: String, refused refusal: String? = nil, _ profile: Profile = .compatible,
      _ calls: @escaping @Sendable (TestEmulator) async throws -> Reply
    ) {
      testDescription = name
      (self.refusal, self.profile, self.calls) = (refusal, profile, calls)
    }

    /// A user of `accounts:batchCreate`.
    static func user(_ name: String, _ user: JSON, refused refusal: String? = nil) -> Row {
      Row(name, refused: refusal) { emulator in
        var account: JSONObject = ["localId": "ann", "email": "ann@x.test", "emailVerified": true]
        for member in user.object ?? [:] { account[member.key] = member.value }
        return await emulator.admin("accounts:batchCreate", ["users": [.object(account)]])
      }
    }

    static func set(
      _ name: String, _ members: JSON, in resource: String = "config",
      refused refusal: String? = nil
    ) -> Row {
      Row(name, refused: refusal) { await $0.admin("v2/\(resource)", members, method: .patch) }
    }

    static func mfa(_ name: String, _ mfa: JSON, refused refusal: String? = nil) -> Row {
      set(name, ["mfa": mfa], refused: refusal)
    }

    static func policy(_ name: String, _ policy: JSON, refused refusal: String? = nil) -> Row {
      set(name, ["passwordPolicyConfig": policy], refused: refusal)
    }

    static func testNumber(_ name: String, _ number: String, _ code: JSON) -> Row {
      set(name, ["signIn": ["phoneNumber": ["testPhoneNumbers": [number: code]]]])
    }

    static func tenant(_ name: String, _ tenant: JSON) -> Row {
      Row(name) { await $0.admin("v2/tenants", tenant) }
    }

    static func person(_ name: String, at issuer: String, _ person: JSON) -> Row {
      Row(name) { await $0.control(.post, "issuers/\(issuer)/accounts", person.serialized()) }
    }

    static func oidc(_ name: String, _ members: JSON, refused refusal: String? = nil) -> Row {
      provider(
        name, refusal, "oauthIdpConfigs", "oauthIdpConfigId=oidc.corp",
        ["clientId": "c", "issuer": "https://x.test", "enabled": true], members)
    }

    static func saml(_ name: String, _ members: JSON, refused refusal: String? = nil) -> Row {
      let idp: JSONObject = [
        "idpEntityId": "idp", "ssoUrl": "https://x.test/sso",
        "idpCertificates": [["x509Certificate": "c"]],
      ]
      let plain: JSONObject = ["idpConfig": .object(idp), "spConfig": ["spEntityId": "sp"]]
      var changed = members.object ?? [:]
      for part in ["idpConfig", "spConfig"] {
        var merged = plain[part]?.object ?? [:]
        for member in members[part]?.object ?? [:] { merged[member.key] = member.value }
        changed[part] = .object(merged)
      }
      return provider(
        name, refusal, "inboundSamlConfigs", "inboundSamlConfigId=saml.corp", plain,
        .object(changed))
    }

    static func apple(_ name: String, _ apple: JSON, refused refusal: String? = nil) -> Row {
      provider(
        name, refusal, "defaultSupportedIdpConfigs", "idpId=apple.com", ["enabled": true],
        ["appleSignInConfig": apple])
    }

    /// Creates a provider, or creates a plain one and changes it: the same is stored or rejected.
    private static func provider(
      _ name: String, _ refusal: String?, _ collection: String, _ query: String,
      _ plain: JSONObject, _ members: JSON
    ) -> Row {
      Row(name, refused: refusal) { emulator in
        var resource = plain
        for member in members.object ?? [:] { resource[member.key] = member.value }
        let created = await emulator.admin("v2/\(collection)", .object(resource), query: query)
        let other = try TestEmulator()
        _ = await other.admin("v2/\(collection)", .object(plain), query: query)
        let id = query.split(separator: "=").last ?? ""
        let changed = await other.admin(
          "v2/\(collection)/\(id)", .object(resource), method: .patch,
          query: "updateMask=" + resource.keys.joined(separator: ","))
        #expect(changed.status == created.status, "\(changed.text)")
        #expect(changed.errorMessage == created.errorMessage)
        return created
      }
    }
  }
}
