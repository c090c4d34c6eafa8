import EmuTestSupport
import Testing

@testable import EmuModel

/// Row 1 of docs/pitfalls.md#pitfalls: `"false"` is false, in each encoding of Apple's flags.
@Suite struct `signInWithIdp with Apple's flags as texts` {
  @Test(arguments: [true, false], [true, false])
  func `an address is verified if its flag says so`(isText: Bool, isVerified: Bool) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      var config = try #require(try emulator.currentProject().providers["apple.com"])
      config.appleIssuer = AppleIssuerOptions(flagsAsText: isText)
      try emulator.configure(provider: "apple.com", config)
      let minted = try await emulator.mint(
        "apple.com",
        [
          "account": ["email": "ann@example.com", "emailVerified": .bool(isVerified)],
          "claims": ["is_private_email": isText ? "true" : true],
        ])
      let flag = minted.json["claims"]?["email_verified"]
      #expect(flag == (isText ? .string("\(isVerified)") : .bool(isVerified)))
      let reply = await emulator.signIn(with: minted)
      try reply.expectSession()
      #expect(reply["emailVerified"] == .bool(isVerified))
      #expect(try emulator.storedUser(of: reply).emailVerified == isVerified)
    }
  }
}
