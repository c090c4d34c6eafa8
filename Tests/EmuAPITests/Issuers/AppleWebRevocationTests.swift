import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The tokens that the backend can revoke: docs/reference/apple.md#apple-in-firebase, and row 4 of
/// docs/pitfalls.md#pitfalls.
@Suite struct `accounts:revokeToken and the page's code` {
  private static let callback = "https://demo-project.firebaseapp.com/__/auth/handler"

  /// Returns a code of Apple's page, for the project's Services ID.
  private static func code(_ emulator: TestEmulator) async throws -> String {
    let query: FormFields = [
      "client_id": Client.servicesID, "redirect_uri": callback, "response_type": "code",
      "emulator_auto": AppleOrder.ann["account"]?["sub"]?.string ?? "",
    ]
    let page = await emulator.call(
      .get, "/issuers/apple.com/auth/authorize?" + query.encoded)
    let location = try #require(page.headers["Location"])
    let fields = location.drop { $0 != "?" }.dropFirst()
    return try #require(FormFields(parsing: String(fields)).first("code"))
  }

  @Test(
    arguments: [
      (nil, true), (callback, true), ("", true), ("https://other.example/", false),
    ] as [(String?, Bool)], Profile.allCases)
  func `a code of the page is revoked with its redirect URI, or without one`(
    row: (uri: String?, isTaken: Bool), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let ann = try await emulator.signIn(with: emulator.mint("apple.com", AppleOrder.ann))
      .expectSession()
    var options: JSONObject = [:]
    if let uri = row.uri { options["redirectUri"] = .string(uri) }
    let code = try await Self.code(emulator)
    let reply = await emulator.revokeToken(code, "CODE", idToken: ann.idToken, options: options)
    #expect(reply.status == (row.isTaken ? 200 : 400), "\(reply.json.serialized())")
    if !row.isTaken {
      #expect(reply.errorMessage?.contains("redirect uri is: https://other.example/") == true)
    }
  }

  @Test(arguments: ["CODE", "ACCESS_TOKEN"])
  func `what a native app got is revoked where the Services ID holds the bundle id`(
    kind: String
  ) async throws {
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
        let reasons = await emulator.reasons(for: reply)
        #expect(reasons.contains("it must hold the bundle id"), "\(reasons)")
        #expect(reply.status == (profile == .production ? 400 : 200))
        if profile == .production {
          #expect(reply.errorMessage?.contains("error=\(error)") == true)
        }
      }
    }
  }
}
