import EmuJSON
import EmuTestTools
import Testing

@testable import EmuModel

@Suite struct `seed-data/README.md` {
  /// Every field has a value, because only then it is written.
  static let provider = ProviderConfig(
    displayName: "x", clientID: "x", clientSecret: "x", additionalClientIDs: ["x"],
    bundleIDs: ["x"],
    codeFlow: ProviderConfig.AppleCodeFlow(teamId: "x", keyId: "x", privateKey: "x"), issuer: "x",
    responseType: ProviderConfig.ResponseType(idToken: true, code: true, token: true),
    saml: ProviderConfig.SAML(
      idpEntityId: "x", ssoUrl: "x", x509Certificates: ["x"], signRequest: true, spEntityId: "x",
      callbackUri: "x"),
    redirectURIs: ["x"], postLogoutRedirectURIs: ["x"], clientKeys: "x",
    registration: registration,
    appleIssuer: AppleIssuerOptions(
      discoveryIssuer: "x", notificationEndpoint: "x", relaySenders: ["x"]))

  private static var registration: AppRegistration {
    var registration = AppRegistration()
    registration.signInAudience = .everybody
    registration.tenantId = "x"
    registration.publicClient = true
    registration.idTokens = true
    registration.spaRedirectUris = ["x"]
    registration.secretEndDateTime = "x"
    registration.assignedUsers = ["x"]
    registration.adminConsentScopes = ["x"]
    registration.logoutUrl = "x"
    registration.commonIssuer = .template
    registration.requestedAccessTokenVersion = 2
    return registration
  }

  @Test func `seed-data/README.md names every field of a provider and of what it has`() throws {
    let readme = try Repository.text("seed-data/README.md")
    let section = try #require(
      readme.split(separator: "**A provider**").dropFirst().first?.split(separator: "\n**A user**")
        .first)
    let written = try JSON(parsing: JSONEncoding.encode(Self.provider)).object ?? [:]
    #expect(written.count == Mirror(reflecting: Self.provider).children.count)
    #expect(
      written["registration"]?.object?.count
        == Mirror(reflecting: Self.registration).children.count)
    for field in written {
      #expect(section.contains("`\(field.key)`"), "\(field.key)")
      for part in field.value.object ?? [:] {
        #expect(section.contains("`\(part.key)`"), "\(field.key).\(part.key)")
      }
    }
  }
}
