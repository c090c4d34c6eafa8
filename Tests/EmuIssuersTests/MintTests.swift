import EmuJOSE
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `issuers: mint`: BenchSuite {
  @Test func `a mint call without a body makes a person and every field`() async throws {
    let minted = try await bench.mint("apple.com")
    #expect(
      minted.json.object?.keys == [
        "idToken", "accessToken", "authorizationCode", "expiresIn", "sub", "email", "fullName",
        "appleUser", "realUserStatus", "authorizedScopes", "claims",
      ])
    minted.expect(["expiresIn": 3600, "claims.aud": "auth-emulator-client"])
    #expect(minted["claims"]?["exp"]?.int == Bench.start.seconds + 86_400)
    #expect(minted.headers["Cache-Control"] == "no-store")
    func text(_ name: String) throws -> String { try #require(minted[name]?.string) }
    #expect(try text("sub").contains(#/^\d{6}\.[0-9a-f]{32}\.\d{4}$/#))
    #expect(try text("authorizationCode").contains(#/^c[0-9a-f]{32}\.0\.[a-z]{4}\.[\w-]{22}$/#))
    #expect(try text("accessToken").contains(#/^a[0-9a-f]{32}\.0\.[a-z]{4}\.[\w-]{22}$/#))
    let hash = TokenHash.value(for: try text("authorizationCode"), algorithm: .rs256)
    minted["claims"].expect(["c_hash": .string(hash), "at_hash": nil])
  }

  @Test func `an existing account is found by subject or by address`() async throws {
    let first = try await bench.mint("google.com", ["account": ["email": "Ann@Example.com"]])
    let byEmail = try await bench.mint("google.com", ["account": ["email": "ann@example.com"]])
    let bySubject = try await bench.mint(
      "google.com", ["account": ["sub": try #require(first["sub"]), "name": "Ann Lee"]])
    #expect(byEmail["sub"] == first["sub"])
    #expect(bySubject["sub"] == first["sub"])
    bySubject["claims"].expect(["email": "ann@example.com", "name": "Ann Lee", "given_name": "Ann"])
    let other = try await bench.mint(
      "google.com", ["account": ["email": "ann@example.com"]], in: "other")
    #expect(other["sub"] != first["sub"], "people belong to a project")
  }

  @Test func `the client defaults to the one that the project has configured`() async throws {
    try bench.configure(
      "apple.com", ProviderConfig(clientID: "com.example.web", bundleIDs: ["com.example.app"]))
    try bench.configure("google.com", ProviderConfig(clientID: "web.apps.example.com"))
    #expect(try await bench.mint("apple.com")["claims"]?["aud"] == "com.example.app")
    #expect(try await bench.mint("google.com")["claims"]?["aud"] == "web.apps.example.com")
    let named = try await bench.mint("apple.com", ["clientId": "com.example.other"])
    #expect(named["claims"]?["aud"] == "com.example.other")
  }

  @Test(arguments: ["apple.com", "oidc.corp", "google.com", "microsoft.com"])
  func `a nonce is used unchanged, a raw nonce as the SDK does`(issuer: String) async throws {
    let verbatim = try await bench.mint(issuer, ["nonce": "abc", "state": "s"])
    verbatim.expect(["claims.nonce": "abc", "state": "s", "rawNonce": nil])
    let raw = try await bench.mint(issuer, ["rawNonce": "abc"])
    // SHA-256 of "abc": FIPS 180-2, appendix B.1.
    let hashed = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    let isHashed = issuer == "apple.com" || issuer == "oidc.corp"
    #expect(raw["claims"]?["nonce"] == .string(isHashed ? hashed : "abc"))
    #expect(raw["rawNonce"] == "abc")
  }

  @Test func `Apple reports the name at the first sign-in, and after a revocation`() async throws {
    let account: JSON = [
      "account": [
        "email": "ann@example.com", "name": ["givenName": "Ann", "familyName": "Lee"],
      ]
    ]
    let first = try await bench.mint("apple.com", account)
    first.expect([
      "appleUser": .string(
        #"{"name":{"firstName":"Ann","lastName":"Lee"},"email":"ann@example.com"}"#),
      "fullName": ["givenName": "Ann", "familyName": "Lee"], "realUserStatus": 2,
    ])
    #expect(first["claims"]?["real_user_status"] == 2)

    let second = try await bench.mint("apple.com", account)
    for name in ["appleUser", "fullName", "realUserStatus"] { #expect(second[name] == nil) }
    #expect(second["claims"]?["real_user_status"] == nil)
    #expect(second.reasons.contains("has consented to auth-emulator-client before"))
    #expect(second["claims"]?["email"] == "ann@example.com", "the address comes every time")

    var elsewhere = account.object ?? [:]
    elsewhere["clientId"] = "com.example.other"
    #expect(try await bench.mint("apple.com", .object(elsewhere))["appleUser"] != nil)

    let token = try second.value("accessToken")
    #expect(try await bench.revoke(token).status == 200)
    let again = try await bench.mint("apple.com", account)
    again.expect(["appleUser": first["appleUser"], "sub": first["sub"]])
  }

  @Test func `a person who is authorized already shares no name`() async throws {
    let minted = try await bench.mint(
      "apple.com",
      [
        "clientId": "com.example.app",
        "account": ["name": "Ann Lee", "authorizedClients": ["com.example.app"]],
      ])
    minted.expect(["appleUser": nil, "realUserStatus": nil])
  }

  @Test func `no token of Apple's carries a name or a picture`() async throws {
    let account: JSON = ["email": "a@b.example", "name": "Ann Lee", "picture": "https://x.test/p"]
    let minted = try await bench.mint("apple.com", ["account": account])
    minted["claims"].expect(["name": nil, "given_name": nil, "family_name": nil, "picture": nil])
    #expect(try CompactJWT(try minted.value("idToken")).header().type == nil)
  }

  @Test func `a hidden address is a relay address everywhere`() async throws {
    let account: JSON = ["account": ["email": "ann@example.com", "hideEmail": true]]
    let minted = try await bench.mint("apple.com", account)
    let relay = try minted.value("email")
    #expect(relay.hasSuffix("@privaterelay.appleid.com"))
    minted["claims"].expect(["email": .string(relay), "is_private_email": true])
    #expect(minted["appleUser"]?.string?.contains(relay) == true)
    let again = try await bench.mint("apple.com", account)
    #expect(again["claims"]?["email"] == .string(relay))
    #expect(again["email"] == nil, "the device gets it once")
  }

  @Test func `claims are added, and scopes decide what is shared`() async throws {
    let minted = try await bench.mint(
      "oidc.corp", ["claims": ["groups": ["a", "b"], "email": 5], "expiresInSeconds": 60])
    #expect(minted["claims"]?["groups"] == ["a", "b"])
    minted["claims"].expect(["email": 5, "exp": .int(Bench.start.seconds + 60)])
    #expect(minted["refreshToken"] == nil)
    let bare = try await bench.mint("oidc.corp", ["scopes": ["openid", "offline_access"]])
    for claim in ["email", "email_verified", "name"] { #expect(bare["claims"]?[claim] == nil) }
    #expect(bare["refreshToken"]?.string != nil)
  }

  @Test func `a token issued a while ago has the times of then`() async throws {
    let minted = try await bench.mint("google.com", ["issuedSecondsAgo": 100])
    #expect(minted["claims"]?["iat"]?.int == Bench.start.seconds - 100)
    #expect(minted["claims"]?["exp"]?.int == Bench.start.seconds - 100 + 3600)
  }
}

@Suite final class `issuers: mint for Microsoft`: BenchSuite {
  @Test func `a personal account has a padded object id and the consumers' tenant`() async throws {
    let minted = try await bench.mint(
      "microsoft.com", ["account": ["sub": "0123456789abcdef"], "tenant": "consumers"])
    let tenant = "9188040d-6c67-4c5b-b112-36a304b66dad"
    #expect(minted["sub"] == "00000000-0000-0000-0123-456789abcdef")
    #expect(minted["claims"]?["oid"] == minted["sub"])
    #expect(minted["claims"]?["tid"] == .string(tenant))
    #expect(
      minted["claims"]?["iss"] == .string("\(Bench.base)/issuers/microsoft.com/\(tenant)/v2.0"))
    #expect(minted["expiresIn"] == 3599)
    let again = try await bench.mint("microsoft.com", ["account": ["sub": "0123456789abcdef"]])
    #expect(again["sub"] == minted["sub"])
  }

  @Test func `an account cannot move to another tenant`() async throws {
    _ = try await bench.mint("microsoft.com", ["account": ["email": "ann@contoso.example"]])
    let reply = await bench.post(
      "/emulator/v1/issuers/microsoft.com/tokens",
      ["account": ["email": "ann@contoso.example"], "tenant": "consumers"])
    reply.expectRefusal("belongs to the tenant")
  }
}

extension Bench {
  func mint(_ issuer: String, _ body: JSON, in project: String) async throws -> Reply {
    await post("/emulator/v1/issuers/\(issuer)/tokens?project=\(project)", body)
  }
}
