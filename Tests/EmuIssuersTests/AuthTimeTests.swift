import EmuTestSupport
import Testing

/// OpenID Connect Core §2 and §12.2; docs/reference/microsoft.md#id-token.
@Suite final class `issuers: auth_time`: BenchSuite {
  static let askers: [(name: String, fields: Fields)] = [
    ("max_age", ["max_age": "3600"]),
    ("claims", ["claims": #"{"id_token":{"auth_time":{"essential":true}}}"#]),
    ("claims without a wish", ["claims": #"{"id_token":{"auth_time":null}}"#]),
  ]

  static let lasting: Fields = [
    "scope": "openid profile email offline_access", "access_type": "offline",
  ]

  private func tokens(_ issuer: String, _ fields: Fields = [:]) async throws -> Reply {
    let all = Self.lasting.with(fields)
    return try await bench.tokens(issuer, all)
  }

  @Test(arguments: ["google.com", "microsoft.com"], askers.indices)
  func `auth_time comes on request, and by renewals`(issuer: String, asker: Int) async throws {
    let tokens = try await tokens(issuer, Self.askers[asker].fields)
    #expect(try tokens.claims("id_token")["auth_time"] == .int(Bench.start.seconds))
    bench.advance(by: .seconds(100))
    let refresh = try tokens.value("refresh_token")
    let renewed = try await bench.renew(issuer, refresh)
    #expect(try renewed.claims("id_token")["auth_time"] == .int(Bench.start.seconds))
    #expect(try renewed.claims("id_token")["iat"]?.int ?? 0 > Bench.start.seconds - 300)
  }

  @Test(arguments: ["google.com", "microsoft.com"])
  func `auth_time comes in the front channel too, on request`(issuer: String) async throws {
    for (fields, time) in [([:], nil), (["max_age": "60"], Bench.start.seconds)]
      as [(Fields, Int64?)]
    {
      let front = try await bench.authorize(
        issuer,
        fields.with([
          "response_type": "code id_token", "nonce": "n", "emulator_auto": "new",
        ]))
      #expect(try front.claims("id_token")["auth_time"]?.int == time)
      let tokens = try await bench.redeem(issuer, try front.value("code"))
      #expect(try tokens.claims("id_token")["auth_time"]?.int == time)
    }
    let other = try await tokens(issuer, ["claims": #"{"userinfo":{"auth_time":null}}"#])
    #expect(try other.claims("id_token")["auth_time"] == nil)
    let nonsense = try await tokens(issuer, ["claims": #"{"id_token":7}"#])
    #expect(try nonsense.claims("id_token")["auth_time"] == nil)
  }

  @Test(arguments: ["google.com", "microsoft.com"])
  func `auth_time is the earlier sign-in's if nothing was asked`(issuer: String) async throws {
    try await bench.makePerson(issuer, ["email": "ann@example.com"])
    _ = try await bench.code(issuer, ["emulator_auto": "ann@example.com"])
    bench.advance(by: .seconds(100))
    let silent = try await bench.authorize(
      issuer, ["prompt": "none", "login_hint": "ann@example.com", "max_age": "3600"])
    let tokens = try await bench.redeem(issuer, try silent.value("code"))
    #expect(try tokens.claims("id_token")["auth_time"] == .int(Bench.start.seconds))
  }

  @Test func `auth_time has the same offset from the clock as every other time`() async throws {
    let options = Array(#"{"timeOffsetSeconds":-900}"#.utf8)
    _ = await bench.call(.patch, "/emulator/v1/issuers/google.com", bytes: options)
    let claims = try await tokens("google.com", ["max_age": "60"]).claims("id_token")
    #expect(claims["auth_time"] == .int(Bench.start.seconds - 900))
    #expect(claims["iat"] == .int(Bench.start.seconds - 900))
  }
}
