import EmuCrypto
import EmuTestSupport
import Testing

@testable import EmuModel

/// The identity provider of SAML, and the backend that reads its responses.
@Suite struct `the identity provider of SAML` {
  private static let callback = "https://demo.example.com/__/auth/handler"
  private static let base = "http://localhost:9099"

  private static func emulator(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile, isStored: true)
    try emulator.configure(["authorizedDomains": ["demo.example.com"]])
    var config = ProviderConfig()
    config.saml = ProviderConfig.SAML(
      idpEntityId: "\(base)/issuers/saml.corp/metadata", ssoUrl: "\(base)/issuers/saml.corp/sso",
      x509Certificates: ["none"], spEntityId: "our-app", callbackUri: callback)
    try emulator.configure(provider: "saml.corp", config)
    return emulator
  }

  private func begin(_ emulator: TestEmulator) async -> Reply {
    await emulator.client(
      "accounts:createAuthUri",
      ["providerId": "saml.corp", "continueUri": .string(Self.callback), "context": "here"])
  }

  /// Mints a response to the request of a sign-in.
  private func mint(
    _ emulator: TestEmulator, _ begun: Reply, _ order: JSONObject = [:]
  ) async throws -> Reply {
    let order = order.merging(["authUri": begun["authUri"] ?? ""])
    let reply = await emulator.post("/emulator/v1/issuers/saml.corp/assertions", .object(order))
    try #require(reply.status == 200, "\(reply.text)")
    return reply
  }

  private func present(_ emulator: TestEmulator, _ begun: Reply, _ postBody: JSON?) async -> Reply {
    await emulator.client(
      "accounts:signInWithIdp",
      [
        "requestUri": .string(Self.callback), "sessionId": begun["sessionId"] ?? "",
        "postBody": postBody ?? "", "returnSecureToken": true,
      ])
  }

  @Test(arguments: Profile.allCases)
  func `the attributes of a minted response survive a refresh`(profile: Profile) async throws {
    let emulator = try Self.emulator(profile)
    let begun = await begin(emulator)
    let minted = try await mint(
      emulator, begun,
      [
        "account": ["email": "ann@corp.example", "name": "Ann Lee"],
        "attributes": ["role": ["chief", "editor"]],
      ])
    #expect(minted["audience"] == "our-app")
    let reply = await present(emulator, begun, minted["postBody"])
    try reply.expectSession()
    reply.expect(["context": "here", "federatedId": "saml.corp/ann@corp.example"])
    let attributes: JSON = [
      "email": "ann@corp.example", "displayName": "Ann Lee", "firstName": "Ann", "lastName": "Lee",
      "role": ["chief", "editor"],
    ]
    let firebase = reply.claims["firebase"]
    #expect(firebase?["sign_in_attributes"] == attributes)
    let refreshed = await emulator.refresh(reply["refreshToken"]?.string ?? "")
    #expect(refreshed.claims["firebase"]?["sign_in_attributes"] == attributes)
    try emulator.set([.replayProtection: .on])
    await present(emulator, begun, minted["postBody"]).expect(
      refusal: "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a "
        + "new credential.")
  }

  @Test(
    arguments: [
      ("expired", "Current instant, "), ("not-yet-valid", "Current instant, "),
      ("bad-signature", "Failed to verify the signature in SAMLResponse"),
      ("unknown-key", "Failed to verify the signature in SAMLResponse"),
      ("unsigned", "Missing signature in Assertion and Response enclosing it (if present)."),
      (
        "wrong-audience",
        "All <AudienceRestriction>s should contain the SAML RP entity ID: 'our-app'."
      ),
      ("wrong-issuer", "SAML Response <Issuer> mismatch."),
      (
        "wrong-destination",
        "SAMLResponse destination https://elsewhere.example.invalid/acs does not "
      ),
      ("wrong-request", "InResponseTo in both Response and SubjectConfirmationData must match"),
      ("missing-request", "InResponseTo attribute must be present in both Response and"),
      // Production does not compare the recipient.
      ("wrong-recipient", nil),
    ] as [(String, String?)])
  func `a defect of a response has production's text`(defect: String, text: String?) async throws {
    let emulator = try Self.emulator(.production)
    let begun = await begin(emulator)
    let minted = try await mint(emulator, begun, ["defects": [.string(defect)]])
    let reply = await present(emulator, begun, minted["postBody"])
    guard let text else {
      try reply.expectSession()
      return
    }
    #expect(
      reply.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : \(text)") == true, "\(reply.text)")
  }

  @Test func `each described defect of an assertion is minted`() async throws {
    let emulator = try Self.emulator(.compatible)
    let begun = await begin(emulator)
    let described = await emulator.get("/emulator/v1/faults:describe")["assertionDefects"]
    let defects = try #require(described?.array)
    #expect(defects.contains("missing-request"))
    for defect in defects { _ = try await mint(emulator, begun, ["defects": [defect]]) }
  }

  @Test func `a response is late by the emulator's clock`() async throws {
    let emulator = try Self.emulator(.compatible)
    let begun = await begin(emulator)
    let minted = try await mint(emulator, begun)
    emulator.advance(.seconds(301))
    #expect(await present(emulator, begun, minted["postBody"]).errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test func `the old key verifies until it is retired`() async throws {
    let emulator = try Self.emulator(.compatible)
    let begun = await begin(emulator)
    let first = try await mint(emulator, begun)
    let rotate = "/emulator/v1/issuers/saml.corp/keys:rotate"
    #expect(await emulator.post(rotate, [:]).status == 200)
    let metadata = await emulator.get("/issuers/saml.corp/metadata").text
    #expect(metadata.matches(of: /<md:KeyDescriptor/).count == 2, "two certificates")
    try await present(emulator, begun, first["postBody"]).expectSession()
    let second = try await mint(emulator, begun)
    #expect(await emulator.post(rotate, ["retire": true]).status == 200)
    #expect(await present(emulator, begun, second["postBody"]).errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test func `the page signs a person in, cancels and fails`() async throws {
    let emulator = try Self.emulator(.compatible)
    let begun = await begin(emulator)
    let path = String((begun["authUri"]?.string ?? "").dropFirst(Self.base.count))
    await emulator.get(path).expect(200).expect(text: "our-app")
    let posted = await emulator.get(path + "&emulator_auto=new&emulator_answer=json")
    #expect(posted["redirectUri"] == .string(Self.callback))
    let fields = try #require(posted["fields"]?.object)
    var form: FormFields = ["providerId": "saml.corp"]
    for field in fields { form.add(field.key, field.value.string ?? "") }
    try await present(emulator, begun, .string(form.encoded)).expectSession()
    let failed = await emulator.get(path + "&emulator_fail=AuthnFailed&emulator_answer=json")
    #expect(failed["fields"]?["error"] == "AuthnFailed")
    for more in ["", "&emulator_auto="] {
      let described = await emulator.get(path + more + "&emulator_answer=json")
      described.expect(400, ["error": "invalid_request"])
    }
  }

  @Test(
    arguments: [
      ("/issuers/saml.corp/sso", 400), ("/issuers/saml.corp/sso?SAMLRequest=AAAA", 400),
      ("/issuers/saml./metadata", 404), ("/issuers/oidc.corp/metadata", 404),
      ("/issuers/saml.corp/jwks", 404),
    ])
  func `what is no request of SAML is refused`(path: String, status: Int) async throws {
    let emulator = try Self.emulator(.compatible)
    #expect(await emulator.get(path).status == status)
  }

  @Test func `a request for single logout is refused by its name`() async throws {
    let emulator = try Self.emulator(.compatible)
    let document = #"<p:LogoutRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="a"/>"#
    let value = Base64URL.encodePadded(Array(document.utf8))
    let reply = await emulator.form("/issuers/saml.corp/sso", ["SAMLRequest": value])
    reply.expect(400).expect(text: "but LogoutRequest")
    #expect(!reply.text.contains("well-formed"))
  }

  @Test func `control calls name what a response cannot have`() async throws {
    let emulator = try Self.emulator(.compatible)
    for order: JSON in [
      ["defects": ["stale"]], ["nameIdFormat": "windows"], ["authUri": "http://localhost/x"],
      ["expiresInSeconds": 0], ["nothing": 1],
    ] {
      let reply = await emulator.post("/emulator/v1/issuers/saml.corp/assertions", order)
      #expect(reply.status == 400, "\(order.serialized())")
    }
    #expect(await emulator.post("/emulator/v1/issuers/oidc.corp/assertions", [:]).status == 404)
    #expect(await emulator.post("/emulator/v1/issuers/saml.corp/tokens", [:]).status == 400)
  }
}
