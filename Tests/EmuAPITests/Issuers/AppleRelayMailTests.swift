import EmuTestSupport
import Testing

@testable import EmuModel

/// The treatment of the backend's e-mails by Apple's relay
/// (docs/reference/apple.md#relay-addresses).
@Suite struct `e-mails to Apple's relay` {
  /// The registered senders, an event at Apple before the e-mail, and the words of the log.
  private static let rows: [([String]?, event: String?, words: String)] = [
    (nil, nil, "forwards the e-mail to ann@example.com"),
    (["demo-project.firebaseapp.com"], nil, "forwards the e-mail to ann@example.com"),
    (["noreply@demo-project.firebaseapp.com"], nil, "forwards the e-mail"),
    (["example.org"], nil, "bounces the e-mail: register noreply@demo-project"),
    (nil, "email-disabled", "switched the forwarding off"),
    (nil, "account-deleted", "deleted the Apple account"),
  ]

  @Test(arguments: rows)
  func `the log reports whether e-mails to Apple's relay arrive`(
    row: (senders: [String]?, event: String?, words: String)
  ) async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    var config = try #require(try emulator.currentProject().providers["apple.com"])
    config.appleIssuer = AppleIssuerOptions(relaySenders: row.senders)
    try emulator.configure(provider: "apple.com", config)
    let minted = try await emulator.mint(
      "apple.com", ["account": ["email": "ann@example.com", "hideEmail": true]])
    let account = try await emulator.signIn(with: minted).expectSession()
    if let event = row.event {
      let reply = await emulator.post(
        "/emulator/v1/issuers/apple.com/notifications",
        ["type": .string(event), "sub": .string(minted.subject)])
      #expect(reply.status == 200)
    }
    let reply = await send(to: account, emulator)
    #expect(reply.log.contains(row.words), "\(reply.log)")
  }

  @Test func `the log is silent about other addresses than those of Apple's relay`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let account = try await emulator.signIn(minting: "apple.com", AppleOrder.ann).expectSession()
    #expect(await !send(to: account, emulator).log.contains("relay"))
  }

  private func send(to account: SignedIn, _ emulator: TestEmulator) async -> Reply {
    let reply = await emulator.client(
      "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": .string(account.idToken)])
    #expect(reply.status == 200, "\(reply.text)")
    return reply
  }
}
