import EmuTestSupport
import Testing

@Suite final class `accounts:update of what is an administrator's`: EmulatorSuite {
  @Test func `accounts:update changes every field for an administrator`() async throws {
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(60))
    let reply = await emulator.change(
      ada.uid,
      [
        "email": "new@example.com", "emailVerified": true,
        "password": "secret2", "displayName": "Ada", "photoUrl": "http://x/y",
        "phoneNumber": "+15550100", "disableUser": true, "createdAt": "1600000000000",
        "lastLoginAt": 1_650_000_000_000, "customAttributes": #"{"role":"admin"}"#,
      ])
    reply.expect(golden: "update/admin")
    let user = try #require(try emulator.user(ada.uid))
    user.expect(
      (\.emailVerified, true), (\.disabled, true), (\.customAttributes, #"{"role":"admin"}"#),
      (\.createdAt, Timestamp(milliseconds: 1_600_000_000_000)),
      (\.lastLoginAt, Timestamp(milliseconds: 1_650_000_000_000)),
      (\.initialEmail, "ada@example.com"))
    // The change of address and password ended every session.
    #expect(user.validSince == TestEmulator.start.seconds + 60)
  }

  @Test func `accounts:update clears custom claims`() async throws {
    let ada = try await emulator.signUp()
    for claims in [#"{"role":"admin"}"#, ""] {
      _ = await emulator.change(ada.uid, ["customAttributes": .string(claims)])
    }
    #expect(try emulator.user(ada.uid)?.customAttributes == nil)
  }

  @Test func `accounts:update puts custom claims into tokens, under free names`() async throws {
    let ada = try await emulator.signUp()
    let custom = #"{"role":"admin","name":"Boss","email":"x@y.z","big":12345678901234567890}"#
    _ = await emulator.change(ada.uid, ["displayName": "Ada", "customAttributes": .string(custom)])
    let claims = await emulator.refresh(ada.refreshToken).claims
    claims.expect(["role": "admin", "name": "Boss"])
    #expect(claims["big"]?.serialized() == "12345678901234567890")
    claims.expect(["email": "ada@example.com", "sub": .string(ada.uid)])
  }

  @Test(arguments: [
    ("{", "INVALID_CLAIMS"), (#"{"acr":1}"#, "FORBIDDEN_CLAIM : acr"),
    (#"{"firebase":1}"#, "FORBIDDEN_CLAIM : firebase"),
    (
      #"{"a":[1e400]}"#,
      "INVALID_CLAIMS : line 1, column 7: the number is too large; write one between -1.797e308 and "
        + "1.797e308, or a string"
    ),
  ])
  func `accounts:update refuses bad claims`(_ text: String, _ message: String) async throws {
    let ada = try await emulator.signUp()
    await emulator.change(ada.uid, ["customAttributes": .string(text)]).expect(refusal: message)
  }

  @Test(arguments: [.int(1_800_000_100), "1800000100"] as [JSON])
  func `accounts:update ends sessions from before a moment`(_ validSince: JSON) async throws {
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(99))
    await emulator.change(ada.uid, ["validSince": validSince]).expect(["localId": .string(ada.uid)])
    #expect(await emulator.refresh(ada.refreshToken).errorMessage == "TOKEN_EXPIRED")
    // A sign-in a second before that time is valid.
    let again = try SignedIn(await emulator.signInWithPassword())
    #expect(again.claims["auth_time"] == 1_800_000_100)
    #expect(await emulator.refresh(again.refreshToken).status == 200)
  }

  @Test func `accounts:update keeps times before 1970`() async throws {
    let ada = try await emulator.signUp()
    let factor: JSON = [
      "mfaEnrollmentId": "f", "phoneInfo": "+15555550100", "enrolledAt": "1969-12-31T23:59:58.500Z",
    ]
    for change: JSONObject in [["validSince": "-1"], ["mfa": ["enrollments": [factor]]]] {
      let reply = await emulator.change(ada.uid, change.merging(["emailVerified": true]))
      #expect(reply.status == 200, "\(reply.json)")
    }
    let shown = try await emulator.shown(ada.uid)
    shown.expect(["validSince": "-1", "mfaInfo.0.enrolledAt": "1969-12-31T23:59:58.500Z"])
  }

  @Test(arguments: ["validSince", "createdAt", "lastLoginAt"])
  func `accounts:update refuses times that no calendar has`(_ field: String) async throws {
    let ada = try await emulator.signUp()
    for time in ["9223372036854775807", "-9223372036854775808"] {
      let reply = await emulator.change(ada.uid, [field: .string(time)])
      #expect(reply.status == 400, "\(field) \(time)")
      #expect(reply["error"]?["status"] == "INVALID_ARGUMENT")
    }
    #expect(await emulator.signInWithPassword().status == 200)
  }

  @Test(
    arguments: [
      ["phoneNumber": "+15550100"], ["emailVerified": true], ["disableUser": true],
      ["createdAt": "1"], ["lastLoginAt": "1"],
    ] as [JSONObject])
  func `accounts:update ignores an app's privileged fields`(_ field: JSONObject) async throws {
    let ada = try await emulator.signUp()
    let before = try emulator.user(ada.uid)
    let reply = await emulator.update(ada, field)
    #expect(reply.status == 200)
    #expect(reply.decisions == ["clientPrivileges: warned"])
    #expect(try emulator.user(ada.uid) == before)
  }

  @Test(arguments: Profile.allCases)
  func `accounts:update lets an app link by the switch`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    let reply = await emulator.update(
      ada, ["linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"]])
    if profile == .production {
      reply.expect(
        refusal: "UNEXPECTED_PARAMETER : link_provider_user_info is not allowed with ID token.")
      #expect(reply.decisions == ["clientPrivileges: refused"])
    } else {
      #expect(reply.status == 200)
      #expect(reply.decisions == ["clientPrivileges: warned"])
    }
    #expect(try emulator.user(ada.uid)?.links.count == (profile == .production ? 0 : 1))
  }

  @Test(arguments: Profile.allCases)
  func `accounts:signUp lets apps set second factors by switch`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let reply = await emulator.client(
      "accounts:signUp",
      [
        "email": "ada@example.com", "password": "secret1",
        "mfaInfo": [["phoneInfo": "+15555550100"]],
      ])
    if profile == .production {
      #expect(reply.errorMessage == "INSUFFICIENT_PERMISSION")
      #expect(reply.decisions.contains("clientPrivileges: refused"))
      #expect(await emulator.userCount() == 0)
    } else {
      #expect(reply.decisions.contains("clientPrivileges: warned"))
      let user = try emulator.user(reply["localId"]?.string ?? "")
      #expect(user?.secondFactors.map(\.kind) == [.phone("+15555550100")])
    }
  }

  @Test(arguments: Profile.allCases)
  func `privileged fields of an app are refused with a bare code, and the reason is logged`(
    _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    let claims = await emulator.update(ada, ["customAttributes": "{}"])
    let link = await emulator.client(
      "accounts:sendOobCode",
      ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true])
    for reply in [claims, link] {
      #expect(reply.errorMessage == "INSUFFICIENT_PERMISSION")
      #expect(reply.reason.contains { $0.contains("administrator") })
    }
  }
}
