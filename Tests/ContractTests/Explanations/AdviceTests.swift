import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import EmuTestTools
import Testing

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
    let routes = try await TestEmulator().description().describedLines.map {
      Route($0.method, $0.path, name: $0.path, true)
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
  func `advice of a sign-in names only calls of its provider`(_ profile: Profile) async throws {
    let emulator = try TestEmulator.patient(profile, hasKeys: true)
    try emulator.set([.requireConfiguredProviders: .warn])
    var calls: Set<AdvisedCall> = []
    for provider in Self.providers {
      for credential in Self.credentials {
        let form = JSON.string("providerId=\(provider)&\(credential)")
        let reply = await emulator.client(
          "accounts:signInWithIdp",
          ["requestUri": "http://localhost", "returnSecureToken": true, "postBody": form])
        calls.formUnion(AdvisedCall.all(of: reply))
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
      calls.formUnion(AdvisedCall.all(of: try await row.reply()))
    }
    #expect(calls.count > 4)
    for call in calls {
      let other = try TestEmulator()
      _ = await other.client("accounts:signUp", ["tenantId": "acme"])
      #expect(await call.isServed(by: other), "\(call.testDescription)")
    }
  }
}

struct AdvisedCall: Hashable, CustomTestStringConvertible {
  var method: Method
  /// The path; a name in braces is a placeholder for a value.
  var path: String

  var testDescription: String { "\(method.rawValue) \(path)" }

  static func all(in text: String) -> [AdvisedCall] {
    let pattern =
      /(GET|POST|PATCH|PUT|DELETE) (\/(?:emulator|issuers|v[123]|identitytoolkit|securetoken)[^\s"'`,;)\\]*)/
    return text.matches(of: pattern).map { match in
      var path = String(match.2)
      while path.hasSuffix(".") || path.hasSuffix(":") { path.removeLast() }
      return AdvisedCall(method: Method(rawValue: String(match.1)), path: path)
    }
  }

  static func all(of reply: Reply) -> [AdvisedCall] {
    (reply.reason + [reply.errorMessage ?? ""]).flatMap(all)
  }

  /// The path with values in place of the names in braces, and without its query.
  var example: String {
    var path = String(path.prefix { $0 != "?" })
    for (name, value) in [("project", "demo-project"), ("tenant", "acme"), ("id", "apple.com")] {
      path = path.replacing("{\(name)}", with: value)
    }
    return path
  }

  /// Returns true when an emulator has the call for the objects that the path names.
  ///
  /// The body is empty, so that it may be rejected; but not as an unknown call or object.
  func isServed(by emulator: TestEmulator) async -> Bool {
    let reply = await emulator.call(
      method, example, method == .get ? nil : .some([:]),
      headers: ["Authorization": "Bearer owner"])
    return reply.status != 404 && reply.status != 405
  }
}
