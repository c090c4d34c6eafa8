import EmuJSON
import EmuTestSupport
import EmuTestTools
import Foundation
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

  /// Returns the schema's name without the API's prefix, such as `Tenant`.
  private static func shortName(_ schema: String) -> String {
    schema.replacing(/^GoogleCloudIdentitytoolkit(AdminV2|V1)?/, with: "")
  }

  @Test(arguments: DiscoveryMethod.all.filter { $0.response != nil })
  func `responses of published methods have the published shape`(_ method: DiscoveryMethod)
    async throws
  {
    let reply = try await SampleCalls.sample(of: method).reply
    #expect(reply.status == 200, "\(reply.json.serialized())")
    let schema = try #require(method.response)
    var check = SchemaCheck(method.discovery, extras: Self.extras[Self.shortName(schema)] ?? [])
    check.check(reply.json, against: schema)
    #expect(check.problems.isEmpty, "\(check.problems)")
  }

  // MARK: Goldens

  /// The folder of goldens, or one golden, with their schema.
  private static let goldens: [(path: String, discovery: Discovery, schema: String)] = [
    ("signInWithIdp/compatible/unlink", .v1, "SetAccountInfoResponse"),
    ("signInWithIdp/production/unlink", .v1, "SetAccountInfoResponse"),
    ("signUp/", .v1, "SignUpResponse"), ("signInWithIdp/", .v1, "SignInWithIdpResponse"),
    ("signInWithPassword/", .v1, "SignInWithPasswordResponse"),
    ("signInWithPhoneNumber/new", .v1, "SignInWithPhoneNumberResponse"),
    ("signInWithPhoneNumber/conflict", .v1, "SignInWithPhoneNumberResponse"),
    ("signInWithEmailLink/", .v1, "SignInWithEmailLinkResponse"),
    ("customToken/", .v1, "SignInWithCustomTokenResponse"),
    ("createAuthUri/", .v1, "CreateAuthUriResponse"), ("delete/", .v1, "DeleteAccountResponse"),
    ("lookup/", .v1, "GetAccountInfoResponse"), ("resetPassword/", .v1, "ResetPasswordResponse"),
    ("sessionCookie/", .v1, "CreateSessionCookieResponse"),
    ("admin/batchCreateFailure", .v1, "UploadAccountResponse"),
    ("admin/batchGet", .v1, "DownloadAccountResponse"),
    ("admin/batchDelete", .v1, "BatchDeleteAccountsResponse"),
    ("admin/query", .v1, "QueryUserInfoResponse"), ("admin/create", .v1, "SignUpResponse"),
    ("projects/", .v1, "GetProjectConfigResponse"),
    ("recaptcha/params", .v1, "GetRecaptchaParamResponse"),
    ("recaptcha/config", .v2, "V2RecaptchaConfig"), ("passwordPolicy/", .v2, "V2PasswordPolicy"),
    ("config/", .v2, "Config"), ("tenants/created", .v2, "Tenant"),
    ("tenants/named", .v2, "Tenant"),
    ("secondFactors/totpSession", .v2, "V2StartMfaEnrollmentResponse"),
    ("secondFactors/enrolled", .v2, "V2FinalizeMfaEnrollmentResponse"),
    ("secondFactors/withdrawn", .v2, "V2WithdrawMfaResponse"),
    ("secondFactors/signedIn", .v2, "V2FinalizeMfaSignInResponse"),
    ("secondFactors/pendingPassword", .v1, "SignInWithPasswordResponse"),
    ("secondFactors/import", .v1, "UploadAccountResponse"),
    ("secondFactors/inspectedRevert", .v1, "ResetPasswordResponse"),
    ("providers/oauthIdpConfigs", .v2, "OAuthIdpConfig"),
    ("providers/inboundSamlConfigs", .v2, "InboundSamlConfig"),
    ("providers/defaultSupportedIdpConfigs", .v2, "DefaultSupportedIdpConfig"),
  ]

  private static let files = Result {
    try Repository.files(in: "Tests/EmuAPITests/Goldens", ending: ".json")
  }

  @Test func `responses of published methods have goldens of the published shape`() throws {
    var checked = 0
    for path in try Self.files.get() {
      let name = path.replacing("Tests/EmuAPITests/Goldens/", with: "")
      guard let row = Self.goldens.first(where: { name.hasPrefix($0.path) }) else { continue }
      let golden = try Repository.json(path)
      guard golden["error"] == nil else { continue }
      let schemas = (row.discovery.document["schemas"]?.object ?? [:]).map(\.key)
      let schema = try #require(schemas.first { Self.shortName($0) == row.schema }, "\(row.schema)")
      var check = SchemaCheck(row.discovery, extras: Self.extras[row.schema] ?? [])
      check.check(golden, against: schema)
      #expect(check.problems.isEmpty, "\(name): \(check.problems)")
      checked += 1
    }
    #expect(checked > 80)
  }

  @Test(arguments: goldens.indices)
  func `every row of the table of published methods has goldens`(_ row: Int) throws {
    let path = "Tests/EmuAPITests/Goldens/" + Self.goldens[row].path
    #expect(try Self.files.get().contains { $0.hasPrefix(path) }, "\(path)")
  }
}
