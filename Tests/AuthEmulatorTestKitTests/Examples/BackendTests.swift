import AuthEmulatorTestKit
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A backend that verifies ID tokens: it needs signed ones, and the keys of the emulator.
///
/// The backend's JWT library verifies the signature: Foundation cannot.
@Suite struct `A backend` {
  @Test func `a backend finds the key and the claims of a signed ID token`() async throws {
    var options = LaunchOptions.built()
    options.signsIDTokens = true
    let emulator = try await AuthEmulator.launch(options)
    let project = try await emulator.project("shop")
    let reply = try await App(project).signUp("ann@example.com")
    let token = try #require(reply.body["idToken"]?.string)

    let address = emulator.url.appending(path: ".well-known/jwks.json")
    let (data, _) = try await URLSession.shared.data(from: address)
    let keys = try #require(try JSONValue(parsing: data)["keys"]?.array)
    let parts = token.split(separator: ".").map(String.init)
    let header = try Self.json(parts[0])
    let claims = try Self.json(parts[1])
    #expect(parts.count == 3 && header["alg"] == "RS256")
    #expect(keys.contains { $0["kid"] == header["kid"] && $0["kty"] == "RSA" })
    #expect(claims["iss"] == "https://securetoken.google.com/shop")
    #expect(claims["aud"] == "shop")
    #expect(claims["sub"] == reply.body["localId"])
    await emulator.stop()
  }

  /// A part of a token, which is base64url without padding.
  private static func json(_ part: String) throws -> JSONValue {
    let base64 = part.replacing("-", with: "+").replacing("_", with: "/")
    let padded = base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)
    return try JSONValue(parsing: try #require(Data(base64Encoded: padded)))
  }
}
