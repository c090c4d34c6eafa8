import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The valid targets of an action link, and its settings for apps.
@Suite struct `Link settings` {
  private static let rows: [(settings: JSONObject, compatible: String?, production: String?)] = [
    (["continueUrl": "http://localhost:3000/x?y=1"], nil, nil),
    (["continueUrl": "https://127.0.0.1/"], nil, nil),
    (["continueUrl": "https://demo-project.firebaseapp.com/"], nil, nil),
    (["continueUrl": "https://demo-project.web.app/"], nil, nil),
    (
      ["continueUrl": "https://elsewhere.example/"], nil,
      "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"
    ),
    (
      ["continueUrl": "https://web.app/"], nil,
      "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"
    ),
    (["continueUrl": "/relative"], notAbsolute, notAbsolute),
    (["continueUrl": "javascript:alert(1)"], notAbsolute, notAbsolute),
    (["canHandleCodeInApp": true], nil, "MISSING_CONTINUE_URI"),
    // Apps on Android have no further requirements, nor have dynamic links, which no longer exist.
    (["iOSAppStoreId": "1"], nil, "MISSING_IOS_BUNDLE_ID"),
    (["iOSAppStoreId": "1", "iOSBundleId": "com.example"], nil, nil),
    (["androidInstallApp": true], nil, nil), (["androidMinimumVersion": "3"], nil, nil),
    (["androidMinimumVersion": "3", "androidPackageName": "com.example"], nil, nil),
    (["linkDomain": "links.example.com"], nil, noHosting),
    // The two domains of every project open no app.
    (["linkDomain": "demo-project.web.app"], nil, noHosting),
    (["dynamicLinkDomain": "x.page.link"], nil, nil),
  ]

  private static let notAbsolute =
    "INVALID_CONTINUE_URI : Missing domain in continue url"

  private static let noHosting =
    "INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in "
    + "Firebase Hosting or is not owned by the current project. This cannot be a default hosting "
    + "domain (web.app or firebaseapp.com)."

  @Test(arguments: rows.indices)
  func `link settings are checked by profile`(_ row: Int) async throws {
    let (settings, compatible, production) = Self.rows[row]
    for (profile, message) in [(Profile.compatible, compatible), (.production, production)] {
      let emulator = try TestEmulator(profile: profile)
      _ = await emulator.person()
      var body: JSONObject = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
      for member in settings { body[member.key] = member.value }
      let reply = await emulator.client("accounts:sendOobCode", .object(body))
      #expect(reply.errorMessage == message, "\(profile)")
      #expect(emulator.outbox.messages.count == (message == nil ? 1 : 0), "\(profile)")
    }
  }

  @Test func `link settings follow the project's own list of domains`() async throws {
    let emulator = try TestEmulator(profile: .production)
    _ = await emulator.person()
    try emulator.configure(["authorizedDomains": ["app.example"]])
    for (url, status): (JSON, Int) in [
      ("https://app.example/", 200), ("https://www.app.example/", 200), ("http://localhost/", 400),
    ] {
      let reply = await emulator.client(
        "accounts:sendOobCode",
        ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "continueUrl": url])
      #expect(reply.status == status, "\(url)")
    }
  }
}
