import EmuTestSupport
import Testing

/// The tokens that the backend can revoke: docs/reference/apple.md#apple-in-firebase, and row 4 of
/// docs/pitfalls.md#pitfalls.
@Suite struct `accounts:revokeToken and the page's code` {
  @Test(
    arguments: [
      (nil, true), (Client.callback, true), ("", true), ("https://other.example/", false),
    ] as [(String?, Bool)], Profile.allCases)
  func `a code of the page is revoked with its redirect URI, or without one`(
    row: (uri: String?, isTaken: Bool), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let ann = try await emulator.signIn(minting: "apple.com", AppleOrder.ann).expectSession()
    var options: JSONObject = [:]
    if let uri = row.uri { options["redirectUri"] = .string(uri) }
    let code = try await emulator.pageCode(
      "apple.com", "/auth/authorize", client: Client.servicesID)
    let reply = await emulator.revokeToken(code, "CODE", idToken: ann.idToken, options: options)
    #expect(reply.status == (row.isTaken ? 200 : 400), "\(reply.text)")
    if !row.isTaken {
      #expect(reply.errorMessage?.contains("redirect uri is: https://other.example/") == true)
    }
    // Apple asks as if for the first time after a revocation.
    let grants = await emulator.get("/emulator/v1/issuers/apple.com/grants")["grants"]?.array
    let grant = try #require(grants?.first { $0["clientId"] == .string(Client.servicesID) })
    #expect(grant["state"] == (row.isTaken ? "revoked" : "authorized"))
  }

  @Test(arguments: ["CODE", "ACCESS_TOKEN"])
  func `a native token is revoked if the Services ID is the bundle id`(kind: String) async throws {
    for (servicesID, error) in [
      (Client.bundleID, nil), (Client.servicesID, "invalid_grant"), (nil, "invalid_client"),
    ] as [(String?, String?)] {
      for profile in Profile.allCases {
        let emulator = try TestEmulator.issuing(profile, servicesID: servicesID)
        let minted = try await emulator.mint("apple.com", AppleOrder.ann)
        let ann = try await emulator.signIn(with: minted).expectSession()
        let reply = await emulator.revokeToken(
          kind == "CODE" ? minted.code : minted.accessToken, .string(kind), idToken: ann.idToken)
        guard let error else {
          #expect(reply.status == 200)
          continue
        }
        #expect(reply.log.contains("it must hold the bundle id"), "\(reply.log)")
        #expect(reply.status == (profile == .production ? 400 : 200))
        if profile == .production {
          #expect(reply.errorMessage?.contains("error=\(error)") == true)
        }
      }
    }
  }
}
