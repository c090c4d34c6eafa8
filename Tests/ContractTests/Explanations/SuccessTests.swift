import EmuControl
import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@Suite struct `Explanations of success` {
  /// Operations whose successful responses are each the result of a rule.
  private static let explained: Set<String> = [
    "accounts:signUp", "accounts:signInWithPassword", "accounts:signInWithIdp",
    "accounts:signInWithCustomToken", "accounts:signInWithEmailLink",
    "accounts:signInWithPhoneNumber", "accounts:delete", "accounts:revokeToken",
    "mfaSignIn:finalize", "token",
  ]

  @Test func `every successful sign-in, refresh, revocation and deletion is explained`()
    async throws
  {
    var met: Set<String> = []
    for name in ScenarioCatalogue.names {
      let emulator = try TestEmulator(hasKeys: true)
      let report = await emulator.control(.post, "scenarios/\(name):run", "{}")
      #expect(report["passed"] == true, "\(name): \(report.json)")
      let log = await emulator.control(.get, "requests?status=2xx&limit=1000")
      for request in log["requests"]?.array ?? [] {
        let operation = request["operation"]?.string ?? ""
        guard Self.explained.contains(operation) else { continue }
        met.insert(operation)
        let reasons = (request["decisions"]?.array ?? []).compactMap { $0["reason"]?.string }
        #expect(reasons.contains { $0.contains(" ") }, "\(name): \(operation)")
      }
    }
    #expect(met.count >= 6, "\(met.sorted())")
  }

  @Test func `a change that removes a provider reports the remaining ones`() async throws {
    let emulator = try TestEmulator(hasKeys: true)
    let uid = await emulator.person("ann@example.com").uid.string ?? ""
    let rows: [(JSONObject, String)] = [
      (["disableUser": true], "is disabled"), (["disableUser": false], "is enabled"),
      (["validSince": "1900000000"], "before 2030-03-17T17:46:40"),
      (["deleteProvider": ["google.com"]], "has no google.com"),
      (["phoneNumber": "+15555550100", "deleteProvider": ["password"]], "who has phone left"),
    ]
    for (body, words) in rows {
      let reasons = await emulator.change(uid, body).reason
      #expect(reasons.contains { $0.contains(words) }, "\(body): \(reasons)")
    }
  }

  @Test func `a password sign-in and a refresh report the user of the session`() async throws {
    let emulator = try TestEmulator()
    let body: JSON = ["email": "ann@example.com", "password": "secret1", "returnSecureToken": true]
    let uid = await emulator.client("accounts:signUp", body)["localId"]?.string ?? ""
    let session = await emulator.client("accounts:signInWithPassword", body)
    #expect(session.reason == ["User ann@example.com (\(uid)) is signed in with password."])
    let refreshed = await emulator.form(
      "/v1/token?key=fake-key",
      ["grant_type": "refresh_token", "refresh_token": session["refreshToken"]?.string ?? ""])
    #expect(refreshed.reason.first?.hasPrefix("User ann@example.com (\(uid)) is enabled") == true)
  }
}
