import EmuCrypto
import EmuTestSupport
import Testing

@testable import EmuModel

/// Requests of SAML that the backend signs.
@Suite struct `signed requests of SAML` {
  private static let base = "http://localhost:9099"
  private static let callback = "https://demo.example.com/__/auth/handler"
  private static let collection = "inboundSamlConfigs"

  private static let config: JSON = [
    "enabled": true,
    "idpConfig": [
      "idpEntityId": .string("\(base)/issuers/saml.corp/metadata"),
      "ssoUrl": .string("\(base)/issuers/saml.corp/sso"),
      "idpCertificates": [["x509Certificate": "none"]], "signRequest": true,
    ],
    "spConfig": [
      "spEntityId": "our-app", "callbackUri": .string(callback),
      "spCertificates": [["x509Certificate": "sent"]],
    ],
  ]

  private static func emulator(_ profile: Profile = .compatible) async throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile, isStored: true)
    try emulator.configure(["authorizedDomains": ["demo.example.com"]])
    let made = await emulator.postV2("\(collection)?inboundSamlConfigId=saml.corp", config)
    try #require(made.status == 200, "\(made.json.serialized())")
    return emulator
  }

  /// The path and the query of `createAuthUri`, below the emulator's address.
  private func begin(_ emulator: TestEmulator, custom: JSON = [:]) async throws -> String {
    let begun = await emulator.client(
      "accounts:createAuthUri",
      [
        "providerId": "saml.corp", "continueUri": .string(Self.callback), "customParameter": custom,
      ])
    let uri = try #require(begun["authUri"]?.string, "\(begun.json.serialized())")
    return String(uri.dropFirst(Self.base.count))
  }

  @Test(arguments: Profile.allCases)
  func `the configuration shows the certificate of signed requests`(profile: Profile) async throws {
    let emulator = try await Self.emulator(profile)
    let one = "\(Self.collection)/saml.corp"
    let shown = await emulator.getV2(one)["spConfig"]?["spCertificates"]?.array
    let certificate = try #require(shown?.first)
    #expect(shown?.count == 1)
    #expect(certificate["expiresAt"]?.string?.hasPrefix("2049-12-31T23:59:59") == true)
    let pem = try #require(certificate["x509Certificate"]?.string)
    let key = try X509Certificate(pem: pem).publicKey
    #expect(key.kind == .rsa)
    let path = try await begin(emulator, custom: ["login_hint": "ann"])
    let query = try #require(Request.split(target: path).rawQuery)
    let end = try #require(query.firstRange(of: "&Signature="))
    let fields = FormFields(parsing: query)
    #expect(
      fields.map(\.name) == ["SAMLRequest", "RelayState", "SigAlg", "Signature", "login_hint"])
    let text = try #require(fields.first("Signature"))
    let signature = try #require(Base64URL.decode(text, lenient: true))
    #expect(
      key.isValidSignature(
        signature, for: Array(query[..<end.lowerBound].utf8), using: .rs256))

    let off = await emulator.patchV2(
      "\(one)?updateMask=idpConfig.signRequest", ["idpConfig": ["signRequest": false]])
    off.expect(["spConfig.spCertificates": nil])
    #expect(!(try await begin(emulator)).contains("&Sig"))
  }

  @Test func `a provider of a seed has a certificate as well`() async throws {
    let emulator = try TestEmulator()
    var config = ProviderConfig()
    config.saml = ProviderConfig.SAML(
      idpEntityId: "idp", ssoUrl: "https://idp.example.com/sso", x509Certificates: ["none"],
      signRequest: true, spEntityId: "our-app")
    try emulator.configure(provider: "saml.corp", config)
    let list = await emulator.getV2(Self.collection)
    let shown = list[Self.collection]?.array?.first?["spConfig"]?["spCertificates"]
    #expect(shown?.array?.count == 1, "\(list.json.serialized())")
  }

  @Test func `the identity provider reads no signature of a request`() async throws {
    let emulator = try await Self.emulator()
    let metadata = await emulator.get("/issuers/saml.corp/metadata")
    #expect(metadata.text.contains(#"WantAuthnRequestsSigned="false""#))
    let path = try await begin(emulator)
    let end = try #require(path.firstRange(of: "&SigAlg="))
    for path in [path, String(path[..<end.lowerBound])] {
      #expect(await emulator.get(path + "&emulator_auto=new").status == 200)
    }
  }
}
