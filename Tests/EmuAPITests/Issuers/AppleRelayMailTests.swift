import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

/// The treatment of the backend's e-mails by Apple's relay
/// (docs/reference/apple.md#relay-addresses).
@Suite struct `e-mails to Apple's relay` {
  struct Row: Sendable {
    var senders: [String]?
    /// An event at Apple before the e-mail.
    var event: String?
    var words: String
  }

  @Test(arguments: [
    Row(senders: nil, words: "forwards the e-mail to ann@example.com"),
    Row(senders: ["demo-project.firebaseapp.com"], words: "forwards the e-mail to ann@example.com"),
    Row(senders: ["noreply@demo-project.firebaseapp.com"], words: "forwards the e-mail"),
    Row(senders: ["example.org"], words: "bounces the e-mail: register noreply@demo-project"),
    Row(senders: nil, event: "email-disabled", words: "switched the forwarding off"),
    Row(senders: nil, event: "account-deleted", words: "deleted the Apple account"),
  ])
  func `the log reports whether e-mails to Apple's relay arrive`(row: Row) async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    var config = try #require(try emulator.currentProject().providers["apple.com"])
    config.appleIssuer = AppleIssuerOptions(relaySenders: row.senders)
    try emulator.configure(provider: "apple.com", config)
    let minted = try await emulator.mint(
      "apple.com", ["account": ["email": "ann@example.com", "hideEmail": true]])
    let account = try await emulator.signIn(with: minted).expectSession()
    if let event = row.event {
      let reply = await emulator.call(
        .post, "/emulator/v1/issuers/apple.com/notifications",
        ["type": .string(event), "sub": .string(minted.subject)])
      #expect(reply.status == 200)
    }
    let reply = await emulator.client(
      "accounts:sendOobCode",
      ["requestType": "VERIFY_EMAIL", "idToken": .string(account.idToken)])
    #expect(reply.status == 200, "\(reply.json.serialized())")
    let reasons = await emulator.reasons(for: reply)
    #expect(reasons.contains(row.words), "\(reasons)")
  }

  @Test func `the log is silent about other addresses than those of Apple's relay`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    let account = try await emulator.signIn(with: minted).expectSession()
    let reply = await emulator.client(
      "accounts:sendOobCode",
      ["requestType": "VERIFY_EMAIL", "idToken": .string(account.idToken)])
    #expect(await !emulator.reasons(for: reply).contains("relay"))
  }
}
