import EmuTestSupport
import Foundation
import Testing

@Suite final class `control: configuration of seeds`: EmulatorSuite {
  private static func seed(_ config: String) -> String { Seed.of("demo", "config:\(config)") }

  @Test func `the configuration of a seed sets what it names and nothing else`() async throws {
    let before =
      try JSONEncoding.tree(of: emulator.store.project(making: "demo").config).object ?? [:]
    let text = Self.seed(
      #"""
      {signIn:{phoneNumber:{enabled:false,testPhoneNumbers:{"+15555550100":"123456"}}},
       mfa:{state:"MANDATORY",enabledProviders:["PHONE_SMS"],
         providerConfigs:[{state:"ENABLED",totpProviderConfig:{adjacentIntervals:2}}]},
       smsRegionConfig:{allowlistOnly:{allowedRegions:["DE"]}}}
      """#)
    for _ in 1...2 {
      await emulator.seed(text).expect(200)
      let config = try emulator.store.project(making: "demo").config
      var expected = before
      expected["signIn"] = [
        "anonymous": ["enabled": true], "email": ["enabled": true],
        "phoneNumber": ["enabled": false, "testPhoneNumbers": ["+15555550100": "123456"]],
      ]
      expected["mfa"] = [
        "state": "MANDATORY", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 2]]],
      ]
      expected["smsRegionConfig"] = ["allowlistOnly": ["allowedRegions": ["DE"]]]
      #expect(try JSONEncoding.tree(of: config) == .object(expected))
    }
  }

  @Test func `a seed stores no value that only the server sets`() async throws {
    let seed = Seed.of(
      "demo-project",
      #"""
      config:{name:"x",subtype:"FIREBASE_AUTH",defaultHostingSite:"x",
        client:{apiKey:"x",firebaseSubdomain:"x",permissions:{disabledUserSignup:true}},
        signIn:{hashConfig:{rounds:1}}},
      tenants:[{id:"t",name:"x",tenantId:"x",hashConfig:{rounds:1}}]
      """#)
    #expect(await emulator.seed(seed)["settings"] == 1)
    let shown = [
      await emulator.admin("v2/config", nil, method: .get).text,
      await emulator.admin("v2/tenants/t", nil, method: .get).text,
      await emulator.control(.get, "export?format=seed").text,
    ]
    for text in shown {
      #expect(!text.contains(#":"x""#) && !text.contains("rounds"), "\(text)")
      #expect(!text.contains("FIREBASE_AUTH"), "\(text)")
    }
    #expect(shown[0].contains(#""disabledUserSignup":true"#))
  }

  @Test func `the configuration of a seed accepts more than ten test numbers`() async throws {
    let numbers = (10...20).map { #""+155555501\#($0)":"123456""# }.joined(separator: ",")
    let config = "{signIn:{phoneNumber:{testPhoneNumbers:{\(numbers)}}}}"
    for settings in ["{}", #"{profile:"production",quotas:"warn"}"#, #"{profile:"production"}"#] {
      await emulator.seed(Seed.of("demo", "settings:\(settings),config:\(config)")).expect(200)
    }
    #expect(try emulator.store.project(making: "demo").testPhoneNumbers.count == 11)
  }

  static let refusals: [String: String] = [
    #"signIn:{phoneNumber:{testPhoneNumbers:{"5":"123456"}}}"#: "testPhoneNumbers",
    #"signIn:{phoneNumber:{on:true}}"#: "config.signIn.phoneNumber.on: ",
    #"mfa:{state:"ON"}"#: "mfa.state",
    #"serviceAccounts:[{clientEmail:"a@b",publicKey:"no key"}]"#:
      "serviceAccounts[0].publicKey: write a public key",
    #"passwordPolicyConfig:{passwordPolicyVersions:[{},{}]}"#:
      "passwordPolicyVersions: passwordPolicyVersions must",
    #"mfa:{state:"ENABLED",enabledProviders:["TOTP"]}"#: "mfa.enabledProviders",
    #"mfa:{providerConfigs:[{state:"x",totpProviderConfig:{}}]}"#:
      "mfa.providerConfigs[0].state",
    #"mfa:{providerConfigs:[{state:"ENABLED",totpProviderConfig:{adjacentIntervals:11}}]}"#:
      "adjacentIntervals",
    #"smsRegionConfig:{allowByDefault:{},allowlistOnly:{}}"#: "smsRegionConfig",
    #"smsRegionConfig:{allowlistOnly:{allowedRegions:["US","USA"]}}"#:
      "smsRegionConfig.allowlistOnly.allowedRegions[1]: Invalid region code.",
  ]
}

@Suite struct `control: seeds of providers` {
  /// Members of a provider, the invalid field, and the text of the message.
  private typealias Row = (String, String, String)

  private static let oidc: [Row] = [
    (#"issuer:"not a url""#, "issuer", "local, production, or an http or https"),
    (#"issuer:"https://x.test/#a""#, "issuer", "without query and fragment"),
    (#"issuer:"https:///x""#, "issuer", "address"),
    (#"clientId:"""#, "clientId", "1 to 512 bytes"),
    (#"clientSecret:"a\nb""#, "clientSecret", "control characters"),
    (#"additionalClientIds:["a",""]"#, "additionalClientIds[1]", "1 to 512 bytes"),
    (#"clientKeys:"garbage""#, "clientKeys", #"{"keys": […]}"#),
    (#"clientKeys:"{}""#, "clientKeys", #"{"keys": […]}"#),
    (#"redirectUris:["https://x.test/","x"]"#, "redirectUris[1]", "absolute URI"),
    (#"redirectUris:["https://x.test/#a"]"#, "redirectUris[0]", "no fragment"),
    (#"redirectUris:["javascript:x"]"#, "redirectUris[0]", "javascript:"),
    (#"postLogoutRedirectUris:[""]"#, "postLogoutRedirectUris[0]", "absolute URI"),
  ]

  /// The same of a member that is an object, whose other members are at the end.
  private static let objects: [(provider: String, member: String, rest: String, rows: [Row])] = [
    (
      "apple.com", "codeFlow", #",keyId:"k",privateKey:"p""#,
      [(#"teamId:"""#, "teamId", "bytes"), (#"teamId:"t""#, "privateKey", "-----BEGIN")]
    ),
    (
      "apple.com", "appleIssuer", "",
      [
        (#"notificationEndpoint:"ftp://x""#, "notificationEndpoint", "http or https"),
        (#"discoveryIssuer:"x""#, "discoveryIssuer", "http or https"),
        (#"discoveryIssuer:"http://h:0/""#, "discoveryIssuer", "http or https"),
        (#"relaySenders:["x.test",""]"#, "relaySenders[1]", "1 to 255 bytes"),
      ]
    ),
    (
      "microsoft.com", "registration", "",
      [
        (#"secretEndDateTime:"2020-01-01""#, "secretEndDateTime", "2027-01-31T00:00:00Z"),
        (#"signInAudience:"bogus""#, "signInAudience", "AzureADMyOrg, AzureADMultipleOrgs"),
        (#"commonIssuer:"bogus""#, "commonIssuer", "template, concrete"),
        (#"tenantId:"common""#, "tenantId", "GUID"),
        (#"logoutUrl:"http://x;y z/""#, "logoutUrl", "http or https"),
        (#"spaRedirectUris:["x"]"#, "spaRedirectUris[0]", "absolute URI"),
        (#"assignedUsers:[""]"#, "assignedUsers[0]", "bytes"),
        (#"adminConsentScopes:[""]"#, "adminConsentScopes[0]", "bytes"),
      ]
    ),
    (
      "saml.corp", "saml", #",x509Certificates:["c"],spEntityId:"s""#,
      [
        (#"idpEntityId:"i",ssoUrl:"x""#, "ssoUrl", "http or https"),
        (#"idpEntityId:"",ssoUrl:"https://x.test/""#, "idpEntityId", "bytes"),
      ]
    ),
  ]

  /// Members that Google does not have.
  private static let foreign = [
    "bundleIds": #"bundleIds:["x"]"#, "appleIssuer": "appleIssuer:{}",
    "codeFlow": #"codeFlow:{teamId:"t",keyId:"k",privateKey:"-----BEGIN "}"#,
    "registration": "registration:{}", "responseType": "responseType:{code:true}",
    "saml":
      #"saml:{idpEntityId:"i",ssoUrl:"https://x.test/",x509Certificates:["c"],spEntityId:"s"}"#,
  ]

  static let refusals: [(String, String, String, String)] = {
    var rows = [
      ("apple.com", #"bundleIds:[""]"#, "bundleIds[0]", "1 to 512 bytes"),
      ("saml.corp", "", "saml", "needs idpEntityId, ssoUrl"),
      (
        "saml.corp",
        #"saml:{idpEntityId:"i",ssoUrl:"https://x.test/",x509Certificates:[],spEntityId:"s"}"#,
        "saml.x509Certificates", "at least one certificate"
      ),
    ]
    rows += foreign.map { ("google.com", $1, $0, "google.com does not have it; leave it out") }
    rows += oidc.map { ("oidc.corp", $0.0, $0.1, $0.2) }
    rows += KeySets.unusable.map { ("oidc.corp", "clientKeys:'\($0)'", "clientKeys\($1)", $2) }
    for (provider, member, rest, parts) in objects {
      rows += parts.map { (provider, "\(member):{\($0)\(rest)}", "\(member).\($1)", $2) }
    }
    return rows
  }()

  static func document(_ provider: String, _ members: String) -> String {
    Seed.of("demo", #"providers:{"\#(provider)":{\#(members)}}"#)
  }

  static let good: [(String, String)] = [
    ("oidc.corp", #"issuer:"local""#),
    ("oidc.corp", #"issuer:"https://x.test:8443/a/{tenant}""#),
    (
      "oidc.corp",
      #"redirectUris:["com.example.app:/cb","http://[::1]:1/","urn:ietf:wg:oauth:2.0:oob"]"#
    ),
    ("oidc.corp", #"clientKeys:'{"keys":[\#(KeySets.key)]}'"#),
    ("oidc.corp", #"clientKeys:'{"keys":[{"kty":"oct","k":"AA"},\#(KeySets.key)]}'"#),
    ("oidc.corp", #"clientKeys:'{"keys":[{"kty":"EC","use":"enc"},\#(KeySets.key)]}'"#),
    (
      "microsoft.com",
      #"registration:{secretEndDateTime:"2020-01-01T00:00:00+01:00",tenantId:"contoso.example"}"#
    ),
    ("apple.com", #"appleIssuer:{notificationEndpoint:"http://localhost:8080/apple"}"#),
  ]

  @Test(arguments: good)
  func `a provider of a seed may be of these forms`(provider: String, config: String) async throws {
    try await TestEmulator().seed(Self.document(provider, config)).expect(200)
  }
}

enum KeySets {
  /// The elliptic key of RFC 7517 appendix A.1.
  static let key =
    #"{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","#
    + #""y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}"#

  /// A set, the location of its error, and the text of the message.
  static let unusable: [(keys: String, field: String, words: String)] = [
    (#"{"keys":[]}"#, "", #"{"keys": […]}"#),
    (#"{"keys":[7]}"#, "", "none of the keys checks signatures"),
    (#"{"keys":[{}]}"#, "", "none of the keys checks signatures"),
    (#"{"keys":[{"kty":"oct","k":"AA"}]}"#, "", "none of the keys checks signatures"),
    (#"{"keys":[{"kty":"EC","use":"enc"}]}"#, "", "none of the keys checks signatures"),
    (#"{"keys":[{"kty":"EC"}]}"#, ".keys[0]", "RFC 7517"),
    (#"{"keys":[{"kty":"RSA","n":"AQAB"}]}"#, ".keys[0]", "RFC 7517"),
    (#"{"keys":[{"kty":"RSA","n":"%","e":"AQAB"}]}"#, ".keys[0]", "RFC 7517"),
    (#"{"keys":[{"kty":"OKP","crv":"X25519","x":"AA"}]}"#, ".keys[0]", "RFC 7517"),
    // A point that is not on the curve.
    (#"{"keys":[{"kty":"EC","crv":"P-256","x":"AQ","y":"AQ"}]}"#, ".keys[0]", "RFC 7517"),
    (#"{"keys":[\#(key),{"kty":"EC","crv":"P-256"}]}"#, ".keys[1]", "RFC 7517"),
  ]
}

@Suite final class `control: second factors of seeds`: EmulatorSuite {
  private func seed(_ factors: String...) async -> Reply {
    let list = factors.joined(separator: ",")
    return await emulator.seed(Seed.users(#"{localId:"ada",mfa:[\#(list)]}"#))
  }

  private func factors() throws -> [SecondFactor] {
    try emulator.user("ada", in: "demo")?.secondFactors ?? []
  }

  @Test func `second factors of seeds are enrolled once, and changed by their id`() async throws {
    let both = [
      #"{phone:"+15555550100",displayName:"my phone"}"#,
      #"{totpSecret:"JBSWY3DPEHPK3PXP",mfaEnrollmentId:"app"}"#,
    ]
    #expect(await seed(both[0], both[1])["created"] == 1)
    let first = try factors()
    #expect(first.map(\.kind) == [.phone("+15555550100"), .totp(secret: "JBSWY3DPEHPK3PXP")])
    #expect(first.map(\.displayName) == ["my phone", nil])
    #expect(first.first?.id.isEmpty == false && first.last?.id == "app")
    #expect(await seed(both[0], both[1]).json == `control: counts of seeds`.unchanged)
    #expect(try factors() == first)
    let changed = await seed(#"{totpSecret:"MZXW6",mfaEnrollmentId:"app",displayName:"new"}"#)
    #expect(changed["updated"] == 1)
    #expect(try factors().map(\.kind) == [.phone("+15555550100"), .totp(secret: "MZXW6")])
    #expect(try factors().last?.displayName == "new")
  }

  /// Factors as `id number`, and those of a user who was seeded with `a +15555550101` (named first)
  /// and `b +15555550102`: the number of another factor, numbers exchanged, a number that moves on,
  /// a new id for a number, and an app in place of a number.
  static let changes: [String: String] = [
    "a +15555550102": "a +15555550102 first",
    "a +15555550102, b +15555550101": "a +15555550102 first, b +15555550101 second",
    "c +15555550102, b +15555550103":
      "a +15555550101 first, b +15555550103 second, c +15555550102",
    "c +15555550102": "a +15555550101 first, c +15555550102 second",
    "b MZXW6": "a +15555550101 first, b MZXW6 second",
  ]

  @Test(arguments: changes)
  func `second factors match by id before number`(change: String, expected: String) async throws {
    _ = await seed(
      #"{phone:"+15555550101",mfaEnrollmentId:"a",displayName:"first"}"#,
      #"{phone:"+15555550102",mfaEnrollmentId:"b",displayName:"second"}"#)
    let changes = change.components(separatedBy: ", ").map { factor in
      let kind = factor.contains("+") ? "phone" : "totpSecret"
      return #"{\#(kind):"\#(factor.dropFirst(2))",mfaEnrollmentId:"\#(factor.prefix(1))"}"#
    }.joined(separator: ",")
    await seed(changes).expect(["updated": 1])
    let stored = try factors()
    let texts = stored.map { factor in
      let value =
        switch factor.kind {
        case .phone(let number): number
        case .totp(let secret): secret
        }
      return [factor.id, value, factor.displayName].compactMap(\.self).joined(separator: " ")
    }
    #expect(texts.joined(separator: ", ") == expected)
    #expect(await seed(changes)["updated"] == 0)
    #expect(try factors() == stored)
  }

  @Test func `second factors of seeds are added to those that are there already`() async throws {
    let numbers = (0..<6).map { #"{phone:"+1555555010\#($0)"}"# }
    _ = await seed(numbers[0], numbers[1], numbers[2])
    await seed(numbers[3], numbers[4], numbers[5]).expect(["updated": 1])
    #expect(try factors().count == 6)
  }
}
