import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// The Apple example of the README.
@Suite struct `The README's Apple example` {
  private let readme: String

  init() throws {
    readme = try Repository.text("README.md")
  }

  /// Returns the path and the body of a command in the README.
  private func command(_ pattern: Regex<(Substring, Substring, Substring)>) throws
    -> (path: String, body: JSON)
  {
    let match = try #require(readme.firstMatch(of: pattern))
    return (String(match.1), try JSON(parsing: String(match.2)))
  }

  @Test(arguments: [false, true])
  func `the README's Apple example signs in, after the row on production as well`(
    isProduction: Bool
  ) async throws {
    let emulator = try TestEmulator(hasKeys: true)
    let demo = try Repository.text("seed-data/demo.json")
    let seeded = await emulator.control(.post, "seed", demo)
    try #require(seeded.status == 200, "\(seeded.json)")
    if isProduction {
      for pattern in [
        /PATCH (\/emulator\/v1\/projects\/demo-project\/settings) (\{"profile":"production"\})/,
        /PATCH (\/v2\/projects\/[a-z-]+\/defaultSupportedIdpConfigs\/apple.com) (\{[^`]+\})/,
      ] {
        let (path, body) = try command(pattern)
        let reply = await emulator.call(
          .patch, path, body, headers: ["Authorization": "Bearer owner"])
        try #require(reply.status == 200, "\(path): \(reply.json)")
      }
    }
    let (path, body) = try command(
      /curl -s http:\/\/127.0.0.1:9099(\/emulator\/v1\/issuers\/apple.com\/tokens) -d '([^']+)'/)
    let minted = await emulator.call(.post, path, body)
    let idToken = try #require(minted["idToken"]?.string, "\(minted.json)")
    let reply = await emulator.client(
      "accounts:signInWithIdp",
      [
        "requestUri": "http://localhost", "returnSecureToken": true,
        "postBody": .string(
          "providerId=apple.com&nonce=any text&id_token=\(idToken)"),
      ])
    #expect(reply.status == 200, "\(reply.json)")
    #expect(reply["email"]?.string?.hasSuffix("@privaterelay.appleid.com") == true)
  }
}
