import EmuIssuers
import EmuJSON
import EmuIdentity
import Testing

@testable import EmuModel

@Suite struct `People of the social networks` {
  private static func person(_ issuer: String, claims: String? = nil) -> Person {
    Person(
      issuer: issuer, subject: "42", email: "ann.lee+x@example.com",
      name: PersonName(full: "Ann Lee", given: "Ann", family: "Lee"), claims: claims)
  }

  @Test(
    arguments: [
      ("github.com", nil, "login", "ann-lee-x"), ("twitter.com", nil, "screen_name", "ann_lee_x"),
      ("github.com", #"{"login":"octocat"}"#, "login", "octocat"),
      ("twitter.com", #"{"screen_name":"jack","status":{"id":1}}"#, "screen_name", "jack"),
    ] as [(String, String?, String, String)])
  func `a handle is derived once, or set by the record`(
    issuer: String, claims: String?, member: String, handle: String
  ) {
    var person = Self.person(issuer, claims: claims)
    let ids = IDGenerator(randomBytes: { [UInt8](repeating: 7, count: $0) })
    ProviderSites.standard.providers.provider(issuer).complete(&person, ids)
    let document =
      issuer == "github.com" ? GitHub.document(of: person) : TwitterUser.document(of: person)
    #expect(document[member] == .string(handle))
    let before = person
    ProviderSites.standard.providers.provider(issuer).complete(&person, ids)
    #expect(person == before, "completing twice changes nothing")
    person.email = nil
    #expect(TwitterUser.document(of: person)[member] == document[member], "whatever is shared")
  }

  @Test func `numbers are numbers where the subject is one`() {
    #expect(GitHub.document(of: Self.person("github.com"))["id"] == 42)
    var odd = Self.person("twitter.com")
    odd.subject = "ann"
    #expect(TwitterUser.document(of: odd)["id"] == "ann")
    #expect(TwitterUser.document(of: odd)["id_str"] == "ann")
  }

  @Test(
    arguments: [
      ("github.com", "user:email", true), ("github.com", "user", true),
      ("github.com", "read:user", false), ("facebook.com", "email", true),
      ("facebook.com", "public_profile", false), ("twitter.com", "users.email", true),
      ("twitter.com", "users.read", false), ("linkedin.com", "email", true),
      ("linkedin.com", "profile", false), ("yahoo.com", "email", true),
    ])
  func `the address is shared by the provider's own scope`(
    issuer: String, scope: String, isShared: Bool
  ) {
    let shared = ProviderSites.standard.providers.provider(issuer)
      .shared(Self.person(issuer), Scopes(scope))
    #expect((shared.email != nil) == isShared)
    let isPublic = ["github.com", "facebook.com", "twitter.com"].contains(issuer)
    #expect((shared.name.display != nil) == (isPublic || scope == "profile"))
  }

  @Test(
    arguments: [
      ("google.com", "https://accounts.google.com", true),
      ("google.com", "accounts.google.com", true),
      ("google.com", "accounts.google.com/", false),
      ("yahoo.com", "https://login.yahoo.com", true),
      ("linkedin.com", "https://www.linkedin.com", true),
      ("linkedin.com", "https://www.linkedin.com/oauth", true),
      ("facebook.com", "https://limited.facebook.com", true),
      ("facebook.com", "https://www.linkedin.com", false),
      ("linkedin.com", "http://localhost:9099/issuers/linkedin.com/oauth", true),
      ("linkedin.com", "http://localhost:9099/issuers/yahoo.com", false),
      // Behind a proxy that serves the emulator below a path.
      ("oidc.corp", "https://proxy.example/tools/auth/issuers/oidc.corp", true),
      ("oidc.corp", "https://proxy.example/tools/auth/issuers/oidc.other", false),
      ("oidc.corp", "https://proxy.example/tools/auth-issuers/oidc.corp", false),
      ("microsoft.com", "https://proxy.example/auth/issuers/microsoft.com/consumers/v2.0", true),
    ])
  func `an issuer accepts its earlier names`(id: String, name: String, isIts: Bool) {
    #expect(IssuerName.matches(name, of: ProviderSites.standard.providers.provider(id)) == isIts)
  }
}
