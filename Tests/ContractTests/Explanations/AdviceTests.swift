import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import EmuTestTools
import Testing

/// Every call in a message exists.
@Suite struct `Advice` {
  /// Returns the calls in the texts of the sources: literals joined by a plus are one, and an
  /// interpolation is some name.
  private static func calls(inSource text: String) -> [AdvisedCall] {
    let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .joined(separator: "\n")
    let joined = code.replacing(/"#?\s*\n\s*\+ #?"/, with: "")
    let filled = joined.replacing(/\\#?\((?:[^()]|\([^()]*\))*\)/, with: "x")
    return AdvisedCall.all(in: filled)
  }

  @Test func `advice in the sources names only calls that are served`() async throws {
    let document = await (try TestEmulator()).call(.get, "/emulator/openapi.json").json
    var routes: [Route<Bool>] = []
    for path in try #require(document["paths"]?.object) {
      for method in path.value.object ?? [:] {
        routes.append(
          Route(Method(rawValue: method.key.uppercased()), path.key, name: path.key, true))
      }
    }
    let router = Router(routes)
    var count = 0
    for path in try Repository.files(in: "Sources", ending: ".swift") {
      for call in Self.calls(inSource: try Repository.text(path)) {
        count += 1
        guard case .found = router.match(call.method, call.example) else {
          Issue.record("\(path) advises \(call.testDescription), which is not served.")
          continue
        }
      }
    }
    #expect(count > 30, "\(count)")
  }

  private static let providers = [
    "apple.com", "google.com", "microsoft.com", "facebook.com", "github.com", "twitter.com",
    "linkedin.com", "yahoo.com", "playgames.google.com", "gc.apple.com", "oidc.corp", "oidc.",
    "saml.corp", "saml.", "nobody.com", "password",
  ]

  private static let credentials = [
    "id_token=garbage", #"id_token={"sub":"1","email":"a@x.test"}"#, "id_token=a.b.c",
    "access_token=opaque", "access_token=opaque&oauth_token_secret=s", "code=none",
    #"SAMLResponse={}"#, "oauth_token=t&oauth_verifier=v", "nothing=x",
  ]

  @Test(arguments: Profile.allCases)
  func `advice of a sign-in names only existing calls of its provider`(
    _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator.patient(profile, hasKeys: true)
    try emulator.set([.requireConfiguredProviders: .warn])
    var calls: Set<AdvisedCall> = []
    for provider in Self.providers {
      for credential in Self.credentials {
        let reply = await emulator.api(
          .post, "/v1/accounts:signInWithIdp",
          [
            "requestUri": "http://localhost", "returnSecureToken": true,
            "postBody": .string("providerId=\(provider)&\(credential)"),
          ])
        for text in reply.reason + [reply.errorMessage ?? ""] {
          calls.formUnion(AdvisedCall.all(in: text))
        }
      }
    }
    #expect(calls.count > 8)
    let other = try TestEmulator(hasKeys: true)
    for call in calls {
      #expect(await call.isServed(by: other), "\(call.testDescription)")
    }
  }

  @Test func `advice of a rejection names only existing calls`() async throws {
    var calls: Set<AdvisedCall> = []
    for row in ErrorRow.all {
      let reply = try await row.reply()
      for text in reply.reason + [reply.errorMessage ?? ""] {
        calls.formUnion(AdvisedCall.all(in: text))
      }
    }
    #expect(calls.count > 4)
    for call in calls {
      let other = try TestEmulator()
      _ = await other.client("accounts:signUp", ["tenantId": "acme"])
      #expect(await call.isServed(by: other), "\(call.testDescription)")
    }
  }
}
