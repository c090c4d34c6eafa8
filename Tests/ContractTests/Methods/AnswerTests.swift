import EmuTestSupport
import EmuTestTools
import Testing

@Suite struct `Responses of published methods` {
  /// Members that are sent beyond the schemas; docs/fidelity/api.md has each reason.
  private static let extras: [String: Set<String>] = [
    // Members of the official emulator, which its users read.
    "Tenant": ["tenantId"], "ListTenantsResponse": ["tenants.tenantId"],
    "V2WithdrawMfaResponse": ["expiresIn"],
    // v1 and v3 have the same responses, so each has the other's members in addition.
    "SignInWithPasswordResponse": ["photoUrl"], "VerifyPasswordResponse": ["profilePicture"],
    "GetRecaptchaParamResponse": ["producerProjectNumber"],
    "SetAccountInfoResponse": [
      "providerUserInfo.rawId", "providerUserInfo.email", "providerUserInfo.phoneNumber",
    ],
    "GetAccountInfoResponse": ["users.lastRefreshAt"],
    "DownloadAccountResponse": ["users.lastRefreshAt"],
  ]

  private static func shortName(_ schema: String) -> String {
    schema.replacing(/^GoogleCloudIdentitytoolkit(AdminV2|V1)?/, with: "")
  }

  @Test(arguments: DiscoveryMethod.all.filter { $0.response != nil })
  func `responses of published methods have their shape`(method: DiscoveryMethod) async throws {
    let reply = try await SampleCalls.sample(of: method).reply
    #expect(reply.status == 200, "\(reply.json.serialized())")
    let schema = try #require(method.response)
    var check = SchemaCheck(method.discovery, extras: Self.extras[Self.shortName(schema)] ?? [])
    check.check(reply.json, against: schema)
    #expect(check.problems.isEmpty, "\(check.problems)")
  }

  // MARK: Goldens

  /// The schemas of v1 and v2, with folders of goldens or goldens.
  private static let goldens: [String: [String: [String]]] = [
    "v1": [
      "SetAccountInfoResponse": [
        "signInWithIdp/compatible/unlink", "signInWithIdp/production/unlink",
      ],
      "SignUpResponse": ["signUp/", "admin/create"],
      "SignInWithIdpResponse": ["signInWithIdp/"],
      "SignInWithPasswordResponse": ["signInWithPassword/", "secondFactors/pendingPassword"],
      "SignInWithPhoneNumberResponse": [
        "signInWithPhoneNumber/new", "signInWithPhoneNumber/conflict",
      ],
      "SignInWithEmailLinkResponse": ["signInWithEmailLink/"],
      "SignInWithCustomTokenResponse": ["customToken/"],
      "CreateAuthUriResponse": ["createAuthUri/"],
      "DeleteAccountResponse": ["delete/"],
      "GetAccountInfoResponse": ["lookup/"],
      "ResetPasswordResponse": ["resetPassword/", "secondFactors/inspectedRevert"],
      "CreateSessionCookieResponse": ["sessionCookie/"],
      "UploadAccountResponse": ["admin/batchCreateFailure", "secondFactors/import"],
      "DownloadAccountResponse": ["admin/batchGet"],
      "BatchDeleteAccountsResponse": ["admin/batchDelete"],
      "QueryUserInfoResponse": ["admin/query"],
      "GetProjectConfigResponse": ["projects/"],
      "GetRecaptchaParamResponse": ["recaptcha/params"],
    ],
    "v2": [
      "V2RecaptchaConfig": ["recaptcha/config"],
      "V2PasswordPolicy": ["passwordPolicy/"],
      "Config": ["config/"],
      "Tenant": ["tenants/created", "tenants/named"],
      "V2StartMfaEnrollmentResponse": ["secondFactors/totpSession"],
      "V2FinalizeMfaEnrollmentResponse": ["secondFactors/enrolled"],
      "V2WithdrawMfaResponse": ["secondFactors/withdrawn"],
      "V2FinalizeMfaSignInResponse": ["secondFactors/signedIn"],
      "OAuthIdpConfig": ["providers/oauthIdpConfigs"],
      "InboundSamlConfig": ["providers/inboundSamlConfigs"],
      "DefaultSupportedIdpConfig": ["providers/defaultSupportedIdpConfigs"],
    ],
  ]
  private static let rows: [(version: String, schema: String, path: String)] = goldens.flatMap {
    version, schemas in
    schemas.flatMap { schema, paths in paths.map { (version: version, schema: schema, path: $0) } }
  }

  private static let files = Result {
    try Repository.files(in: "Tests/EmuAPITests/Goldens", ending: ".json")
  }

  @Test func `responses of published methods have goldens of the published shape`() throws {
    var checked = 0
    for path in try Self.files.get() {
      let name = path.replacing("Tests/EmuAPITests/Goldens/", with: "")
      let row = Self.rows.filter { name.hasPrefix($0.path) }.max { $0.path.count < $1.path.count }
      guard let row else { continue }
      let discovery = row.version == "v1" ? Discovery.v1 : .v2
      let golden = try Repository.json(path)
      guard golden["error"] == nil else { continue }
      let schemas = (discovery.document["schemas"]?.object ?? [:]).map(\.key)
      let schema = try #require(schemas.first { Self.shortName($0) == row.schema }, "\(row.schema)")
      var check = SchemaCheck(discovery, extras: Self.extras[row.schema] ?? [])
      check.check(golden, against: schema)
      #expect(check.problems.isEmpty, "\(name): \(check.problems)")
      checked += 1
    }
    #expect(checked > 80)
  }

  @Test(arguments: rows.map(\.path))
  func `every row of the table of published methods has goldens`(_ row: String) throws {
    let path = "Tests/EmuAPITests/Goldens/" + row
    #expect(try Self.files.get().contains { $0.hasPrefix(path) }, "\(path)")
  }
}
