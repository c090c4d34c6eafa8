import EmuHTTP
import EmuStore
import EmuTestSupport
import Testing

@Suite struct `control: seeds of providers` {
  /// A provider, its configuration, the invalid field, and the text of the message.
  static let refusals: [(String, String, String, String)] =
    [
      ("oidc.corp", #"{issuer:"not a url"}"#, "issuer", "local, production, or an http or https"),
      ("oidc.corp", #"{issuer:"https://x.test/#a"}"#, "issuer", "without query and fragment"),
      ("oidc.corp", #"{issuer:"https:///x"}"#, "issuer", "address"),
      ("oidc.corp", #"{clientId:""}"#, "clientId", "1 to 512 bytes"),
      ("oidc.corp", #"{clientSecret:"a\nb"}"#, "clientSecret", "control characters"),
      ("oidc.corp", #"{additionalClientIds:["a",""]}"#, "additionalClientIds[1]", "1 to 512 bytes"),
      ("oidc.corp", #"{clientKeys:"garbage"}"#, "clientKeys", #"{"keys": […]}"#),
      ("oidc.corp", #"{clientKeys:"{}"}"#, "clientKeys", #"{"keys": […]}"#),
    ]
    + KeySets.unusable.map { keys, field, words in
      ("oidc.corp", "{clientKeys:'\(keys)'}", "clientKeys\(field)", words)
    } + [
      ("oidc.corp", #"{redirectUris:["https://x.test/","x"]}"#, "redirectUris[1]", "absolute URI"),
      ("oidc.corp", #"{redirectUris:["https://x.test/#a"]}"#, "redirectUris[0]", "no fragment"),
      ("oidc.corp", #"{redirectUris:["javascript:x"]}"#, "redirectUris[0]", "javascript:"),
      ("oidc.corp", #"{postLogoutRedirectUris:[""]}"#, "postLogoutRedirectUris[0]", "absolute URI"),
      ("apple.com", #"{bundleIds:[""]}"#, "bundleIds[0]", "1 to 512 bytes"),
      (
        "apple.com", #"{codeFlow:{teamId:"",keyId:"k",privateKey:"p"}}"#, "codeFlow.teamId", "bytes"
      ),
      (
        "apple.com", #"{codeFlow:{teamId:"t",keyId:"k",privateKey:"p"}}"#, "codeFlow.privateKey",
        "-----BEGIN"
      ),
      (
        "apple.com", #"{appleIssuer:{notificationEndpoint:"ftp://x"}}"#,
        "appleIssuer.notificationEndpoint", "http or https"
      ),
      (
        "apple.com", #"{appleIssuer:{discoveryIssuer:"x"}}"#, "appleIssuer.discoveryIssuer",
        "http or https"
      ),
      (
        "apple.com", #"{appleIssuer:{relaySenders:["x.test",""]}}"#, "appleIssuer.relaySenders[1]",
        "1 to 255 bytes"
      ),
      (
        "microsoft.com", #"{registration:{secretEndDateTime:"2020-01-01"}}"#,
        "registration.secretEndDateTime", "2027-01-31T00:00:00Z"
      ),
      (
        "microsoft.com", #"{registration:{signInAudience:"bogus"}}"#, "registration.signInAudience",
        "AzureADMyOrg, AzureADMultipleOrgs"
      ),
      (
        "microsoft.com", #"{registration:{commonIssuer:"bogus"}}"#, "registration.commonIssuer",
        "template, concrete"
      ),
      (
        "microsoft.com", #"{registration:{tenantId:"common"}}"#, "registration.tenantId", "GUID"
      ),
      (
        "microsoft.com", #"{registration:{logoutUrl:"http://x;y z/"}}"#, "registration.logoutUrl",
        "http or https"
      ),
      (
        "microsoft.com", #"{registration:{spaRedirectUris:["x"]}}"#,
        "registration.spaRedirectUris[0]", "absolute URI"
      ),
      (
        "microsoft.com", #"{registration:{assignedUsers:[""]}}"#, "registration.assignedUsers[0]",
        "bytes"
      ),
      (
        "microsoft.com", #"{registration:{adminConsentScopes:[""]}}"#,
        "registration.adminConsentScopes[0]", "bytes"
      ),
      ("saml.corp", "{}", "saml", "needs idpEntityId, ssoUrl"),
      (
        "saml.corp",
        #"{saml:{idpEntityId:"i",ssoUrl:"x",x509Certificates:["c"],spEntityId:"s"}}"#,
        "saml.ssoUrl", "http or https"
      ),
      (
        "saml.corp",
        #"{saml:{idpEntityId:"",ssoUrl:"https://x.test/",x509Certificates:["c"],spEntityId:"s"}}"#,
        "saml.idpEntityId", "bytes"
      ),
    ]

  @Test(arguments: refusals)
  func `a provider of a seed that cannot be is refused, with what to write instead`(
    _ provider: String, _ config: String, _ field: String, _ words: String
  ) async throws {
    let emulator = try TestEmulator()
    let answer = await emulator.control(
      .post, "seed",
      #"{version:1,projects:{demo:{providers:{"\#(provider)":\#(config)}}}}"#)
    #expect(answer.status == 400)
    let message = answer.errorMessage ?? ""
    #expect(message.contains("projects.demo.providers.\(provider).\(field): "), "\(message)")
    #expect(message.contains(words), "\(message)")
    #expect(try emulator.store.read { try $0.projectIDs() } == [])
  }

  static let good: [(String, String)] = [
    ("oidc.corp", #"{issuer:"local"}"#),
    ("oidc.corp", #"{issuer:"https://x.test:8443/a/{tenant}"}"#),
    (
      "oidc.corp",
      #"{redirectUris:["com.example.app:/cb","http://[::1]:1/","urn:ietf:wg:oauth:2.0:oob"]}"#
    ),
    ("oidc.corp", #"{clientKeys:'{"keys":[\#(KeySets.key)]}'}"#),
    ("oidc.corp", #"{clientKeys:'{"keys":[{"kty":"oct","k":"AA"},\#(KeySets.key)]}'}"#),
    ("oidc.corp", #"{clientKeys:'{"keys":[{"kty":"EC","use":"enc"},\#(KeySets.key)]}'}"#),
    (
      "microsoft.com",
      #"{registration:{secretEndDateTime:"2020-01-01T00:00:00+01:00",tenantId:"contoso.example"}}"#
    ),
    ("apple.com", #"{appleIssuer:{notificationEndpoint:"http://localhost:8080/apple"}}"#),
  ]

  @Test(arguments: good)
  func `a provider of a seed that can be is taken`(_ provider: String, _ config: String)
    async throws
  {
    let answer = try await TestEmulator().control(
      .post, "seed",
      #"{version:1,projects:{demo:{providers:{"\#(provider)":\#(config)}}}}"#)
    #expect(answer.status == 200, "\(answer.errorMessage ?? "")")
  }
}
