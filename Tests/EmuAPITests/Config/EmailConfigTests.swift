import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The effects of `notification`.
@Suite struct `The configuration of e-mails` {
  private func link(_ emulator: TestEmulator, _ notification: JSON, app: JSON = nil) async throws
    -> String
  {
    _ = try await emulator.signUp()
    let reply = await emulator.configuration(
      .patch, "config", ["notification": notification])
    try #require(reply.status == 200, "\(reply.json)")
    let sent = await emulator.admin(
      "accounts:sendOobCode",
      [
        "requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true,
        "continueUrl": "https://demo-project.web.app/", "canHandleCodeInApp": true,
        "iOSBundleId": app,
      ])
    return try #require(sent["oobLink"]?.string, "\(sent.json)")
  }

  @Test(
    arguments: [
      ("https://app.example/auth", "https://app.example/auth?apiKey="),
      ("https://app.example/auth?a=b", "https://app.example/auth?a=b&apiKey="),
      (
        "https://demo-project.firebaseapp.com/__/auth/action",
        "http://localhost:9099/emulator/action?apiKey="
      ), ("", "http://localhost:9099/emulator/action?apiKey="),
    ] as [(JSON, String)], Profile.allCases)
  func `links begin with the callbackUri of the project`(
    _ row: (uri: JSON, start: String), _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let link = try await link(emulator, ["sendEmail": ["callbackUri": row.uri]])
    #expect(link.hasPrefix(row.start), "\(link)")
  }

  @Test func `a link for an app leads a browser to the callbackUri`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let outer = try await link(
      emulator, ["sendEmail": ["callbackUri": "https://app.example/auth"]], app: "com.example")
    let reply = await emulator.call(.get, String(outer.dropFirst("http://localhost:9099".count)))
    #expect(reply.status == 302)
    #expect(reply.headers["Location"]?.hasPrefix("https://app.example/auth?apiKey=") == true)
  }

  @Test func `the inbox has the subject and the body of a template`() async throws {
    let emulator = try TestEmulator()
    let link = try await link(
      emulator,
      [
        "sendEmail": [
          "resetPasswordTemplate": ["subject": "Reset for %APP_NAME%", "body": "%EMAIL%: %LINK%"]
        ]
      ])
    let messages = await emulator.call(.get, "/emulator/v1/projects/demo-project/messages")
    let message = messages["messages"]?[0]
    #expect(message?["subject"] == "Reset for demo-project")
    #expect(message?["body"] == .string("ada@example.com: \(link)"))
    #expect(messages["messages"]?[1]?["subject"] == nil)
  }
}
