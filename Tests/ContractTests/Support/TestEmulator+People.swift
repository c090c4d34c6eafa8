import EmuCrypto
import EmuServer
import EmuTestSupport
import Testing

struct Person: Sendable {
  let json: JSON
  var uid: JSON { json["localId"] ?? "" }
  var idToken: JSON { json["idToken"] ?? "" }
  var refreshToken: String { json["refreshToken"]?.string ?? "" }
}

extension TestEmulator {
  func person(
    _ email: JSON = "ada@example.com", tenant: JSON = nil, key: String? = nil
  ) async -> Person {
    let body: JSON = ["email": email, "password": "secret1", "tenantId": tenant]
    return Person(json: await client("accounts:signUp", body, key: key).json)
  }

  func code(_ type: JSON, tenant: String? = nil) async -> JSON {
    await admin(
      "accounts:sendOobCode",
      ["requestType": type, "email": "ada@example.com", "returnOobLink": true], tenant: tenant
    )["oobCode"] ?? "no code"
  }

  func text(
    to number: JSON = "+15555550100", tenant: JSON = nil
  ) async -> (session: JSON, code: JSON) {
    let reply = await client(
      "accounts:sendVerificationCode", ["phoneNumber": number, "tenantId": tenant])
    let sent = outbox.messages.compactMap { message -> JSON? in
      if case .code(let code) = message.content { return .string(code.code) }
      return nil
    }
    return (reply["sessionInfo"] ?? "", sent.last ?? "")
  }

  func aged<Credential>(_ seconds: Int, _ credential: Credential) -> Credential {
    advance(.seconds(seconds))
    return credential
  }
}

struct GuardedPerson: Sendable {
  var person: Person
  var email: JSON
  var phoneID: JSON { .string("phone-of-" + (person.uid.string ?? "")) }
  var appID: JSON { .string("app-of-" + (person.uid.string ?? "")) }
}

extension TestEmulator {
  private static let secret = "JBSWY3DPEHPK3PXP"

  func verifiedPerson(
    _ email: JSON = "ada@example.com", tenant: String? = nil, project: String = "demo-project"
  ) async -> Person {
    let key = project == "demo-project" ? nil : "emulator-\(project)"
    let person = await person(email, tenant: tenant.map { .string($0) } ?? .null, key: key)
    _ = await admin(
      "accounts:update", ["localId": person.uid, "emailVerified": true], tenant: tenant,
      project: project)
    return person
  }

  func guardedPerson(
    _ email: JSON = "ada@example.com", tenant: String? = nil, project: String = "demo-project"
  ) async -> GuardedPerson {
    let guarded = GuardedPerson(
      person: await verifiedPerson(email, tenant: tenant, project: project), email: email)
    let enrollments: JSON = [
      ["mfaEnrollmentId": guarded.phoneID, "phoneInfo": "+15555550100"],
      [
        "mfaEnrollmentId": guarded.appID, "totpInfo": [:],
        "emulatorTotpSecret": .string(Self.secret),
      ],
    ]
    _ = await admin(
      "accounts:update", ["localId": guarded.person.uid, "mfa": ["enrollments": enrollments]],
      tenant: tenant, project: project)
    return guarded
  }

  func pending(
    _ email: JSON = "ada@example.com", tenant: JSON = nil, key: String? = nil
  ) async -> JSON {
    let reply = await client(
      "accounts:signInWithPassword",
      ["email": email, "password": "secret1", "tenantId": tenant], key: key)
    return reply["mfaPendingCredential"] ?? "no pending credential"
  }

  func showApp(
    _ person: GuardedPerson, _ pending: JSON, tenant: JSON = nil, key: String? = nil
  ) async -> Reply {
    await client(
      "accounts/mfaSignIn:finalize",
      [
        "mfaPendingCredential": pending, "mfaEnrollmentId": person.appID, "tenantId": tenant,
        "totpVerificationInfo": ["verificationCode": code(ofSecret: Self.secret)],
      ], key: key)
  }

  func beginApp(_ person: Person, key: String? = nil) async -> (session: JSON, code: JSON) {
    let reply = await client(
      "accounts/mfaEnrollment:start", ["idToken": person.idToken, "totpEnrollmentInfo": [:]],
      key: key)
    let info = reply["totpSessionInfo"]
    return (info?["sessionInfo"] ?? "", code(ofSecret: info?["sharedSecretKey"]?.string ?? ""))
  }

  func enrolApp(
    _ person: Person, _ begun: (session: JSON, code: JSON), key: String? = nil
  ) async -> Reply {
    await client(
      "accounts/mfaEnrollment:finalize",
      [
        "idToken": person.idToken,
        "totpVerificationInfo": ["sessionInfo": begun.session, "verificationCode": begun.code],
      ], key: key)
  }

  private func code(ofSecret secret: String) -> JSON {
    .string(
      OneTimeCode.code(
        secret: Base32.decode(secret) ?? [], counter: emulator.clock.now.seconds / 30, digits: 6))
  }

  /// Enables the enrollment of both kinds, as production requires of a project.
  func enableSecondFactors() async {
    _ = await admin(
      "v2/config",
      [
        "mfa": [
          "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
          "providerConfigs": [
            ["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]
          ],
        ]
      ], method: .patch, query: "updateMask=mfa")
  }
}

extension TestEmulator {
  /// Sends a call of the backend; the path is without Google's host.
  ///
  /// - Parameter bearer: nil for a client, which sends an API key.
  func api(
    _ method: EmuHTTP.Method, _ path: String, _ body: JSON?, query: String = "",
    bearer: String? = nil
  ) async -> Reply {
    let key = bearer == nil && !query.contains("key=") ? "key=fake-key" : ""
    let queries = [key, query].filter { !$0.isEmpty }.joined(separator: "&")
    var headers: Headers = [:]
    headers["Authorization"] = bearer.map { "Bearer \($0)" }
    return await call(method, queries.isEmpty ? path : "\(path)?\(queries)", body, headers: headers)
  }

  func api(_ method: DiscoveryMethod, _ body: JSON? = nil, query: String = "") async -> Reply {
    var query = query
    if query.isEmpty, let id = method.idField { query = id }
    return await api(
      method.method, method.path,
      method.method == .get ? JSON?.none : method.withProject(body ?? [:]),
      query: query, bearer: method.isAdministrators ? "owner" : nil)
  }

  func description() async -> JSON { await get("/emulator/openapi.json").json }
}

extension JSON {
  /// A method and path of `/emulator/openapi.json`, with its description.
  typealias DescribedLine = (method: EmuHTTP.Method, path: String, operation: JSON)

  var describedLines: [DescribedLine] {
    get throws {
      try #require(self["paths"]?.object).flatMap { path in
        (path.value.object ?? [:]).map { line in
          (EmuHTTP.Method(rawValue: line.key.uppercased()), path.key, line.value)
        }
      }
    }
  }
}

extension String {
  var withValues: String {
    replacing("{tenant}", with: "acme").replacing("{issuer}", with: "apple.com")
      .replacing("{project}", with: "demo-project").replacing(/\{\w+\}/, with: "none")
  }
}

extension DiscoveryMethod {
  fileprivate var idField: String? {
    guard id.hasSuffix(".create") else { return nil }
    return [
      "oauthIdpConfigs": "oauthIdpConfigId=oidc.corp",
      "inboundSamlConfigs": "inboundSamlConfigId=saml.corp",
      "defaultSupportedIdpConfigs": "idpId=google.com",
    ].first { path.contains($0.key) }?.value
  }

  /// Returns the body with the project, which v3 methods read from it.
  fileprivate func withProject(_ body: JSON) -> JSON {
    guard discovery.version == "v3", isAdministrators, var object = body.object,
      object["targetProjectId"] == nil
    else { return body }
    object["targetProjectId"] = "demo-project"
    return .object(object)
  }

  /// The field that is the body according to the path; errors name it.
  var bodyName: String? {
    guard discovery.version == "v2", isAdministrators, method != .get else { return nil }
    return [
      ("oauthIdpConfigs", "oauth_idp_config"), ("inboundSamlConfigs", "inbound_saml_config"),
      ("defaultSupportedIdpConfigs", "default_supported_idp_config"), ("/config", "config"),
      ("IamPolicy", ""), ("IamPermissions", ""), ("initializeAuth", ""), ("/tenants", "tenant"),
    ].first { path.contains($0.0) }.flatMap { $0.1.isEmpty ? nil : $0.1 }
  }
}
