import EmuCrypto
import EmuTestSupport
import Testing

/// The forms of a credential: docs/reference/sign-in-with-idp.md#request,
/// docs/reference/sign-in-with-idp.md#credential, and rows 1, 2 and 4 of
/// docs/reference/sign-in-with-idp.md#decision.
@Suite final class `accounts:signInWithIdp reads`: EmulatorSuite {
  private static let claims = #"{"sub":"g1","email":"ann@example.com","email_verified":true}"#

  @Test(arguments: [
    (JSON.null, "MISSING_REQUEST_URI"), ("", "MISSING_REQUEST_URI"),
    ("localhost", "INVALID_REQUEST_URI"), ("://localhost", "INVALID_REQUEST_URI"),
    ("http://", "INVALID_REQUEST_URI"), ("http:// host/", "INVALID_REQUEST_URI"),
    ("1http://localhost", "INVALID_REQUEST_URI"), ("http://local\nhost", "INVALID_REQUEST_URI"),
    ("not a uri: at all", "INVALID_REQUEST_URI"),
  ])
  func `signInWithIdp needs an absolute request URI`(uri: JSON, code: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      let body = JSON.string("providerId=google.com&id_token=" + Self.claims)
      await emulator.client("accounts:signInWithIdp", ["requestUri": uri, "postBody": body])
        .expect(refusal: code)
      #expect(await emulator.userCount() == 0)
    }
  }

  @Test(arguments: [
    "http://localhost", "http://localhost/", "https://example.firebaseapp.com/__/auth/handler",
    "http://[::1]:9099/x", "com.googleusercontent.apps.1-x:/oauthredirect", "app-1-ios:link?x=1",
  ])
  func `signInWithIdp reads any absolute URI`(uri: String) async throws {
    await emulator.post("providerId=google.com&id_token=" + Self.claims, uri: uri).expect(200)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp needs a provider with its credential`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let anonymous = await emulator.post("id_token=abc")
    Idp.expect(anonymous, is: "missing-provider", profile, status: 400)
    let address = profile == .compatible ? "http://localhost/" : "http://localhost"
    await emulator.post("").expect(
      refusal: "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: \(address)")
    let alone = await emulator.post("providerId=google.com")
    Idp.expect(alone, is: "missing-credential", profile, status: 400)
  }

  static let impossibleIDs: [(id: String, code: String)] =
    ["password", "phone", "anonymous", "custom", "firebase", "emailLink", "passkey"].map {
      ($0, "INVALID_PROVIDER_ID")
    }
    + ["bad id", "bad/id", "<script>", "ünicode", String(repeating: "p", count: 200)].map {
      // The C++ SDK reads INVALID_PROVIDER_ID as "no such provider".
      ($0, "INVALID_CREDENTIAL_OR_PROVIDER_ID")
    }

  @Test(arguments: impossibleIDs, Profile.allCases)
  func `signInWithIdp reads no provider id that is reserved or malformed`(
    _ row: (id: String, code: String), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let reply = await emulator.post(
      "providerId=\(PercentEncoding.queryComponent(row.id))&id_token=" + Self.claims)
    reply.expect(400, code: row.code)
    #expect(await emulator.userCount() == 0)
  }

  @Test func `signInWithIdp reads any other provider id in compatible, in any case`() async throws {
    for id in ["example.com", "oidc.anything", "saml.anything", "gc.apple.com", "x"] {
      let reply = await emulator.signIn(id.uppercased(), "raw-1", email: "\(id)@example.com")
      #expect(reply["providerId"]?.string == id)
      #expect(try emulator.storedUser(of: reply).link(to: id)?.rawID == "raw-1")
    }
  }

  @Test(arguments: [
    "http://localhost/cb?providerId=google.com&id_token=",
    "http://localhost/cb#providerId=google.com&id_token=",
    "http://localhost/cb?providerId=google.com#state=x&id_token=",
    "app-1-ios://firebaseauth/link?providerId=google.com&id_token=",
  ])
  func `signInWithIdp reads a credential in the request URI`(uri: String) async throws {
    let reply = await emulator.post("", uri: uri + PercentEncoding.queryComponent(Self.claims))
    reply.expect(["providerId": "google.com"])
    #expect(try emulator.storedUser(of: reply).email == Idp.ann)
  }

  @Test func `signInWithIdp reads the body before the request URI`() async throws {
    let reply = await emulator.post(
      "providerId=google.com&id_token=" + Self.claims,
      uri: #"http://localhost?providerId=apple.com&id_token={"sub":"a1"}"#)
    #expect(reply["providerId"] == "google.com")
  }

  @Test func `signInWithIdp reads nothing of C++'s own query as a credential`() async throws {
    // The C++ SDK sends the address of the call, with its key.
    let path = "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyAssertion?key=AIza-key"
    let uri = "http://localhost:9099" + path
    let reply = await emulator.post(
      path,
      [
        "requestUri": .string(uri), "returnSecureToken": true,
        "postBody": .string("id_token=\(Self.claims)&providerId=google.com"),
      ])
    reply.expect(200).expect(has: "localId")
    let bare = await emulator.post("providerId=google.com", uri: uri)
    #expect(bare.errorCode == "INVALID_CREDENTIAL_OR_PROVIDER_ID")
  }

  /// The same claims in the encodings of iOS, JavaScript and a form library.
  @Test(arguments: [
    #"{"sub":"g1","email":"ann+x@example.com","name":"Ann Lee"}"#,
    "%7B%22sub%22%3A%22g1%22%2C%22email%22%3A%22ann%2Bx%40example.com%22%2C%22name%22%3A%22Ann%20Lee"
      + "%22%7D",
    "%7B%22sub%22%3A%22g1%22%2C%22email%22%3A%22ann%2Bx%40example.com%22%2C%22name%22%3A%22Ann+Lee"
      + "%22%7D",
  ])
  func `signInWithIdp reads claims in every encoding of clients`(encoded: String) async throws {
    let reply = await emulator.post("providerId=google.com&id_token=\(encoded)")
    reply.expect(["email": "ann+x@example.com", "displayName": "Ann Lee"])
  }

  /// The nonce `any text + %` and the name `Mary Ann O+Neil` in various encodings.
  static let encodedForms = [
    // Python's urlencode, Java's URLEncoder (the Android SDK), Go's url.Values.
    "providerId=apple.com&id_token=TOKEN&nonce=any+text+%2B+%25&user=%7B%22name%22%3A+%7B"
      + "%22firstName%22%3A+%22Mary+Ann%22%2C+%22lastName%22%3A+%22O%2BNeil%22%7D%7D",
    "id_token=TOKEN&nonce=any+text+%2B+%25&providerId=apple.com&user=%7B%22name%22%3A%7B"
      + "%22firstName%22%3A%22Mary+Ann%22%2C%22lastName%22%3A%22O%2BNeil%22%7D%7D",
    // encodeURIComponent, as in the Web SDK.
    "providerId=apple.com&id_token=TOKEN&nonce=any%20text%20%2B%20%25&user=%7B%22name%22%3A%7B"
      + "%22firstName%22%3A%22Mary%20Ann%22%2C%22lastName%22%3A%22O%2BNeil%22%7D%7D",
    // The Apple SDK, which sends the decoded query.
    #"providerId=apple.com&id_token=TOKEN&nonce=any text + %&user={"name":{"firstName":"#
      + #""Mary Ann","lastName":"O+Neil"}}"#,
    // The C++ SDK, which joins raw values.
    #"id_token=TOKEN&nonce=any text + %&user={"name":{"firstName":"Mary Ann","#
      + #""lastName":"O+Neil"}}&providerId=apple.com"#,
  ]

  @Test(arguments: encodedForms)
  func `signInWithIdp reads nonce and name of every encoder`(form: String) async throws {
    try emulator.set([.checkNonce: .on])
    let claims: JSON = [
      "sub": "a1", "nonce": .string(Digest.sha256.hex(Array("any text + %".utf8))),
    ]
    let token = "e30." + Base64URL.encode(claims.serializedBytes()) + "."
    for (body, uri) in [
      (form.replacing("TOKEN", with: token), "http://localhost"),
      ("", "http://localhost/cb?" + form.replacing("TOKEN", with: token)),
      ("", "http://localhost/cb#" + form.replacing("TOKEN", with: token)),
    ] {
      let reply = await emulator.post(body, uri: uri)
      #expect(reply.status == 200, "\(uri)")
      #expect(reply["displayName"] == "Mary Ann O+Neil")
    }
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp reads only a JWT or claims as a token`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    for text in ["garbage", "a.b.c", "{", "{\"sub\":", "[1]", "e30.e30", "..", "{} trailing"] {
      let reply = await emulator.post(
        "providerId=google.com&id_token=" + PercentEncoding.queryComponent(text))
      #expect(reply.status == 400, "\(text)")
      let detail =
        profile == .production
        ? "Unable to parse Google id_token: \(text)" : "Unable to parse the ID Token."
      #expect(reply.errorMessage == "INVALID_IDP_RESPONSE : \(detail)")
    }
    #expect(await emulator.userCount() == 0)
  }

  @Test func `signInWithIdp reads an unsigned token's claims as those in clear`() async throws {
    // {"alg":"none","typ":"JWT"} . {"sub":"g1","email":"ann@example.com","email_verified":true}
    let token =
      "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0."
      + "eyJzdWIiOiJnMSIsImVtYWlsIjoiYW5uQGV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiOnRydWV9."
    let reply = await emulator.present("google.com", ["id_token": token])
    reply.expect(["oauthIdToken": .string(token), "email": .string(Idp.ann)])
    #expect(try emulator.storedUser(of: reply).emailVerified)
  }
}
