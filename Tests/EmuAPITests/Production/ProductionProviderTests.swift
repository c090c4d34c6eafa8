import EmuTestSupport
import Testing

/// The ways to sign in, and the state after a change of them, as recordings and threads show production.
@Suite struct `Providers of production` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator.believing(.production) }

  private func unlink(_ provider: JSON, of owner: SignedIn) async {
    #expect(await emulator.update(owner, ["deleteProvider": [provider]]).status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `a page of configurations begins after any text`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    await emulator.allowTenants()
    for name in ["beta", "gamma"] {
      _ = await emulator.postV2("tenants", ["displayName": .string(name)])
      _ = await emulator.postV2(
        "oauthIdpConfigs?oauthIdpConfigId=oidc.\(name)",
        ["clientId": "c", "issuer": "https://idp.example.com"])
    }
    for list in ["tenants", "oauthIdpConfigs"] {
      let all = await emulator.getV2("\(list)?pageToken=a")[list]?.array
      #expect(all?.count == 2, "\(list)")
      let none = await emulator.getV2("\(list)?pageToken=z").expect(200)[list]?.array
      #expect(none == (profile == .production ? nil : []), "\(list)")
      let token = await emulator.getV2("\(list)?pageSize=1")["nextPageToken"]?.string ?? ""
      // A client may delete each page before it requests the next one.
      await emulator.configuration(.delete, "\(list)/\(token)").expect(200)
      let next = await emulator.getV2("\(list)?pageToken=\(token)")
      #expect(next[list]?.array?.count == 1, "\(list)")
    }
  }

  /// Recorded; firebase-tools#10517, firebase-ios-sdk#5676, firebase-ios-sdk#4246.
  @Test func `production leaves the address without its way to sign in`() async throws {
    let ann = try await emulator.account(phone: "+16505550104")
    let code = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "bob@example.com"])
    let link: JSON = ["email": "bob@example.com", "oobCode": .string(code)]
    let bob = try SignedIn(await emulator.client("accounts:signInWithEmailLink", link))
    for person in [ann, bob] { await unlink("password", of: person) }
    let shown = try await emulator.shown(ann.uid)
    #expect(shown["email"] == .string(Idp.ann))
    #expect(shown["providerUserInfo"]?.array?.map { $0["providerId"] } == ["phone"])
    #expect(try await emulator.shown(bob.uid)["email"] == "bob@example.com")
  }

  /// firebase-ios-sdk#12358, firebaseui-web#449.
  @Test func `a link fills the provider's entry, and not the user's name and photo`() async throws {
    let guest = try await emulator.signUpAnonymously()
    let claims = Idp.claims("g1", name: "Ann", ["picture": "https://example.com/a.png"])
    await emulator.signIn("google.com", claims: claims, options: guest.linking).expect(200)
    let shown = try await emulator.shown(guest.uid)
    #expect(shown["displayName"] == nil && shown["photoUrl"] == nil)
    let entry = shown["providerUserInfo"]?[0]
    #expect(entry?["displayName"] == "Ann" && entry?["photoUrl"] == "https://example.com/a.png")
  }

  /// firebase-js-sdk#7159.
  @Test(arguments: ["New Name" as String?, nil])
  func `a merge by address overwrites the name, also with none`(_ name: String?) async throws {
    let ann = try await emulator.account(verified: true)
    #expect(await emulator.signIn("google.com", "g1", name: name)["localId"] == .string(ann.uid))
    #expect(try await emulator.shown(ann.uid)["displayName"] == name.map { .string($0) })
  }

  /// Recorded: federation/accounts/returning.
  @Test(arguments: [(Profile.production, "One" as JSON), (.compatible, "Two")])
  func `a returning OpenID user keeps the name`(_ profile: Profile, _ name: JSON) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("oidc.corp", "o1", name: "One")
    let again = await emulator.signIn("oidc.corp", "o1", name: "Two")
    #expect(again["localId"] == first["localId"] && again.status == 200)
    let shown = try await emulator.shown(first["localId"]?.string ?? "")
    #expect(shown["providerUserInfo"]?[0]?["displayName"] == name)
  }
}
