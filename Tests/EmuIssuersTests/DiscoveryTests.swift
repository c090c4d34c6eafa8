import EmuCrypto
import EmuIdentity
import EmuIssuers
import EmuJOSE
import EmuTestSupport
import Testing

@Suite final class `issuers: discovery and keys`: BenchSuite {
  /// The ids of the table of providers.
  private static let standard = ProviderSites.standard.providers.issuers.map(\.id)

  @Test(arguments: [
    ("google.com", "/issuers/google.com/oauth2/v3/certs"), ("oidc.corp", "/issuers/oidc.corp/jwks"),
  ])
  func `each issuer has its keys at its own kind of path`(id: String, keys: String) async throws {
    await bench.get(Bench.discovery(of: id)).expect([
      "issuer": .string("http://localhost:9099/issuers/\(id)"),
      "jwks_uri": .string(Bench.base + keys),
    ])
  }

  static let algorithms: [(String, JSON)] = [
    ("apple.com", ["RS256"]), ("google.com", ["RS256"]), ("microsoft.com", ["RS256"]),
    ("facebook.com", ["RS256"]), ("linkedin.com", ["RS256"]), ("yahoo.com", ["ES256", "RS256"]),
    ("oidc.corp", ["RS256", "ES256"]),
  ]

  @Test(arguments: algorithms)
  func `discovery announces the algorithms of an issuer`(issuer: String, own: JSON) async throws {
    let discovery = Bench.discovery(of: issuer)
    #expect(await bench.get(discovery)["id_token_signing_alg_values_supported"] == own)
    let other: JSON = ["ES384", "PS256"]
    await bench.set(issuer, ["algorithms": other])
    #expect(await bench.get(discovery)["id_token_signing_alg_values_supported"] == other)
    let minted = try await bench.mint(issuer)
    #expect(try CompactJWT(try minted.value("idToken")).header().algorithm == .es384)
  }

  /// A client with wrong paths must fail as it would at the provider.
  @Test(
    arguments: ["apple.com", "google.com", "microsoft.com", "github.com"],
    ["jwks", "authorize", "userinfo", ".well-known/oauth-authorization-server"])
  func `a provider has its own paths, and no others`(issuer: String, path: String) async throws {
    let reply = await bench.get("/issuers/\(issuer)/\(path)").expect(404)
    #expect(reply["error_description"]?.string?.contains("its paths are its own") == true)
    #expect(await bench.get("/issuers/oidc.corp/\(path)").status != 404)
  }

  @Test(arguments: [
    ("microsoft.com", "microsoft.com/common/v2.0/"), ("linkedin.com", "linkedin.com/oauth/"),
    ("github.com", nil), ("twitter.com", nil), ("saml.corp", nil),
  ])
  func `a wrong path of discovery names the right one`(issuer: String, root: String?) async throws {
    let path = "/issuers/\(issuer)/.well-known/openid-configuration"
    let words =
      root.map {
        "Its discovery document is at http://localhost:9099/issuers/\($0).well-known/openid-c"
      } ?? "It has no discovery document, and"
    await bench.get(path).expect(404, description: words)
  }

  @Test(arguments: ["/issuers", "/issuers/oidc.corp", "/issuers/github.com", "/issuers/oidc.corp/"])
  func `an issuer's own address names the call that shows discovery`(path: String) async throws {
    let reply = await bench.get(path)
    let sentence =
      "The path \(path) is not served here; GET /emulator/v1/issuers shows where each issuer's "
      + "discovery is, and GET /emulator/openapi.json lists every path."
    #expect(reply.status == 404)
    #expect((reply["error_description"]?.string ?? reply.errorMessage) == sentence, "\(reply.text)")
  }

  /// RFC 8414 §3.1, and the path that many clients use.
  @Test(arguments: [
    "/.well-known/oauth-authorization-server/issuers/oidc.corp",
    "/issuers/oidc.corp/.well-known/oauth-authorization-server",
  ]) func `clients of plain OAuth find the document as well`(path: String) async throws {
    let document = await bench.get(path).expect(200)
    #expect(document.json == (await bench.get(Bench.discovery(of: "oidc.corp"))).json)
    let others = path.replacing("oidc.corp", with: "google.com")
    #expect(await bench.get(others).status == 404)
    _ = await bench.post(
      "/emulator/v1/issuers/oidc.corp/faults",
      ["match": ["endpoint": "discovery"], "effect": ["status": 503]])
    #expect(await bench.get(path).status == 503)
  }

  @Test(arguments: [
    ("common", "{tenantid}"),
    ("organizations", "{tenantid}"),
    ("consumers", "9188040d-6c67-4c5b-b112-36a304b66dad"),
    ("9188040d-6c67-4c5b-b112-36a304b66dad", "9188040d-6c67-4c5b-b112-36a304b66dad"),
    ("8EAEF023-2B34-4DA1-9BAA-8BC8C9D6A490", Entra.other),
    ("contoso.example.com", "6f8b1a5e-3c0d-4e2f-9a7b-0c1d2e3f4a5b"),
  ])
  func `Microsoft's issuer is a template or a tenant's`(tenant: String, id: String) async throws {
    await bench.get(Bench.discovery(of: "microsoft.com", tenant: tenant)).expect([
      "issuer": .string("http://localhost:9099/issuers/microsoft.com/\(id)/v2.0"),
      "jwks_uri": .string(
        "http://localhost:9099/issuers/microsoft.com/\(tenant)/discovery/v2.0/keys"),
    ])
  }

  @Test(arguments: [
    ("common", "{tenantid}"), (Entra.other, "{tenantid}"), ("consumers", Entra.consumers),
  ])
  func `Microsoft's keys carry certificate and issuer`(tenant: String, id: String) async throws {
    let path = "/issuers/microsoft.com/\(tenant)/discovery/v2.0/keys"
    let reply = await bench.get(path)
    let keys = try #require(reply["keys"]?.array)
    #expect(keys.count == 2)
    for (key, id) in zip(keys, [id, Entra.consumers]) {
      key.expect(["issuer": .string("\(Bench.base)/issuers/microsoft.com/\(id)/v2.0"), "alg": nil])
      #expect(key["x5c"]?.array?.count == 1)
      let certificate = try #require(Base64URL.decode(key["x5c"]?[0]?.string ?? "", lenient: true))
      #expect(key["x5t"]?.string == Base64URL.encode(Digest.sha1.hash(certificate)))
      #expect(key["kid"] != key["x5t"])
    }
    #expect(await bench.get(path).text == reply.text, "the certificates stay the same")
  }

  @Test func `Microsoft's keys of other kinds than RSA stay the same`() async throws {
    await bench.set("microsoft.com", ["algorithms": ["ES256"]])
    let path = "/issuers/microsoft.com/common/discovery/v2.0/keys"
    let reply = await bench.get(path).expect(200)
    #expect(reply["keys"]?.array?.contains { $0["kty"] == "EC" } == true)
    #expect(await bench.get(path).text == reply.text)
  }

  @Test(arguments: [
    "/issuers/apple.com/auth/keys", "/issuers/google.com/oauth2/v3/certs",
    "/issuers/microsoft.com/common/discovery/v2.0/keys", "/issuers/oidc.corp/jwks",
    "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
    "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
  ]) func `no key set has a private member`(path: String) async throws {
    let keys = try #require(await bench.get(path).expect(200)["keys"]?.array)
    #expect(!keys.isEmpty)
    let kids = keys.compactMap { $0["kid"]?.string }
    #expect(Set(kids).count == keys.count)
    let allowed: Set = [
      "kty", "kid", "use", "alg", "crv", "n", "e", "x", "y", "x5t", "x5c", "issuer",
    ]
    for key in keys {
      let members = key.object?.keys ?? []
      #expect(allowed.isSuperset(of: members))
      #expect(key["use"] == "sig")
    }
  }

  @Test func `an OpenID Connect issuer exists when it is first named`() async throws {
    let minted = try await bench.mint("oidc.corp", ["algorithm": "ES256"])
    #expect(try await bench.verified(minted["idToken"], by: "oidc.corp").header.algorithm == .es256)
    let listed = await bench.get("/emulator/v1/issuers")["issuers"]?.array ?? []
    #expect(listed.contains { $0["id"] == "oidc.corp" })
  }

  @Test(arguments: ["playgames.google.com", "oidc.", "oidc.a%2Fb", "nobody", "oidc.%22"])
  func `an unknown issuer is answered with those that there are`(id: String) async throws {
    for target in [
      "/issuers/\(id)/.well-known/openid-configuration", "/issuers/\(id)/jwks",
      "/emulator/v1/issuers/\(id)/accounts",
    ] {
      let message = try #require(await bench.get(target).expect(404).errorMessage)
      #expect(
        message.contains("\(Self.standard.joined(separator: ", ")), and oidc.NAME"), "\(message)")
    }
  }

  @Test func `the public URL replaces the Host header`() async throws {
    let bench = try Bench(publicURL: "https://auth.example.test/")
    let document = await bench.get(Bench.discovery(of: "apple.com"))
    #expect(document["issuer"] == "https://auth.example.test/issuers/apple.com")
    let minted = try await bench.mint("apple.com")
    #expect(minted["claims"]?["iss"] == "https://auth.example.test/issuers/apple.com")
  }

  @Test func `the list of issuers shows addresses and keys`() async throws {
    // Such an issuer is listed once its keys are stored.
    _ = try await bench.mint("oidc.corp")
    let issuers = await bench.get("/emulator/v1/issuers")["issuers"]?.array ?? []
    #expect(issuers.compactMap { $0["id"]?.string } == Self.standard + ["oidc.corp"])
    for issuer in issuers {
      guard issuer["discoveryUrl"] != nil else {
        #expect(["github.com", "twitter.com"].contains(issuer["id"]?.string), "no ID tokens")
        #expect(issuer["keys"] == [])
        continue
      }
      let url = try issuer.value("discoveryUrl")
      let document = await bench.get(String(url.dropFirst(Bench.base.count)))
      document.expect(["issuer": issuer["issuer"], "jwks_uri": issuer["jwksUri"]])
      let shown = await bench.get("/emulator/v1/issuers/\(issuer["id"]?.string ?? "")")
      let first = try #require(shown["keys"]?[0])
      first.expect(["state": "active", "alg": (issuer["id"] == "yahoo.com" ? "ES256" : "RS256")])
    }
  }
}
