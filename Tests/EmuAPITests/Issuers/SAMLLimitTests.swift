import EmuCrypto
import EmuTestSupport
import Testing

@testable import EmuModel
@testable import EmuSAML

/// Messages of SAML that any page may send, and that would cost seconds.
@Suite struct `limits of messages of SAML` {
  private static let message = #"ID="_1" xmlns="urn:oasis:names:tc:SAML:2.0:protocol""#

  private static func many(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  private static func signature(_ inner: String) -> String {
    #"<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>\#(inner)</SignedInfo></Signature>"#
  }

  /// The content of a message, with its refusal.
  private static let hostile: [(attributes: String, content: String, refusal: String)] = [
    (many(60_000) { " a\($0)=''" }, "", "64 attributes and namespaces on one element"),
    (many(30_000) { " xmlns:a\($0)='urn:a'" }, "", "32 namespaces declared around one element"),
    ("", many(50_000) { _ in "<a/>" }, "10000 elements, attributes, comments and instructions"),
    ("", many(20_000) { _ in "<a>" }, "32 levels of elements"),
    ("", signature(many(1500) { _ in "<Reference/>" }), "4 references of signatures"),
    (
      "", signature("<Reference>\(many(1000) { _ in "<Transform/>" })"),
      "8 transforms of signatures"
    ),
  ]

  private static func emulator() throws -> TestEmulator {
    let emulator = try TestEmulator(isStored: true)
    var config = ProviderConfig()
    config.saml = ProviderConfig.SAML(
      idpEntityId: "idp", ssoUrl: "https://idp.example.com/sso", x509Certificates: ["none"],
      spEntityId: "our-app")
    try emulator.configure(provider: "saml.corp", config)
    return emulator
  }

  @Test(arguments: hostile.indices)
  func `a hostile response of SAML is refused with its limit`(index: Int) async throws {
    let (attributes, content, refusal) = Self.hostile[index]
    let document = "<Response \(Self.message)\(attributes)>\(content)</Response>"
    let form: FormFields = [
      "providerId": "saml.corp", "SAMLResponse": Base64URL.encodePadded(Array(document.utf8)),
    ]
    await (try Self.emulator()).client(
      "accounts:signInWithIdp",
      ["requestUri": "http://localhost/__/auth/handler", "postBody": .string(form.encoded)]
    ).expect(
      refusal: "INVALID_IDP_RESPONSE : Unable to parse the SAMLResponse: the message has more than "
        + "\(refusal), the limit of this emulator.")
  }

  @Test(arguments: hostile.indices)
  func `a hostile request of SAML is refused by each binding`(index: Int) async throws {
    let (attributes, content, refusal) = Self.hostile[index]
    let document = "<AuthnRequest \(Self.message)\(attributes)>\(content)</AuthnRequest>"
    let emulator = try Self.emulator()
    let posted: FormFields = ["SAMLRequest": Base64URL.encodePadded(Array(document.utf8))]
    let reply = await emulator.form("/issuers/saml.corp/sso", posted)
    reply.expect(400).expect(text: "more than \(refusal)")
    let redirected: FormFields = ["SAMLRequest": try SAMLRequest.redirectValue(of: document)]
    let other = await emulator.get("/issuers/saml.corp/sso?\(redirected.encoded)")
    other.expect(400).expect(text: "more than \(refusal)")
  }

  @Test func `a deflated message of more than a megabyte is refused with its limit`() async throws {
    let document = "<AuthnRequest \(Self.message)>\(Self.many(2 << 20) { _ in "a" })</AuthnRequest>"
    let fields: FormFields = ["SAMLRequest": try SAMLRequest.redirectValue(of: document)]
    let reply = await (try Self.emulator()).get("/issuers/saml.corp/sso?\(fields.encoded)")
    reply.expect(400).expect(text: "more than 1048576 bytes")
  }
}
