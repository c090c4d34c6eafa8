import EmuTestSupport
import Testing

extension `Stored values in exports` {
  static let users: [Row] = [
    .user("an unknown provider", ["providerUserInfo": [["providerId": "myidp", "rawId": "1"]]]),
    Row("an identity that a client signs in with, of an unknown provider") {
      await $0.signIn("myidp", claims: ["sub": "1", "email": "a@x.test"])
    },
    .user("a bad first address", ["initialEmail": "old"], refused: "initialEmail is invalid"),
    .user(
      "an identity's address that is no address",
      ["providerUserInfo": [["providerId": "google.com", "rawId": "1", "email": "old"]]],
      refused: "email is invalid"),
    .user(
      "an identity's address in another spelling of the user's",
      [
        "email": "e\u{301}@x.test",
        "providerUserInfo": [["providerId": "google.com", "rawId": "1", "email": "\u{E9}@x.test"]],
      ]),
    .user(
      "an address that is longer in lower case",
      ["email": .string(String(repeating: "\u{130}", count: 120) + "@x.test")],
      refused: "email is invalid"),
    .user("a refresh before 1970", ["lastRefreshAt": "1969-12-31T23:59:59Z"]),
    .user(
      "a password change after the year 9999",
      ["rawPassword": "secret1", "passwordUpdatedAt": 253_402_300_800_000],
      refused: "passwordUpdatedAt is not a valid time"),
    .user("a password change before 1970", ["rawPassword": "secret1", "passwordUpdatedAt": -1]),
    .user("a uid of 128 characters beyond the basic plane", ["localId": long(128, "\u{1F600}")]),
    .user(
      "a uid of 129 characters beyond the basic plane", ["localId": long(129, "\u{1F600}")],
      refused: "localId is longer than 256 characters"),
    .user("a photo's address of 2048 characters beyond ASCII", ["photoUrl": long(2048, "é")]),
    .user(
      "the longest id of an identity",
      ["providerUserInfo": [["providerId": "google.com", "rawId": long(512, "é")]]]),
    .user(
      "claims of 600 letters of two bytes",
      ["customAttributes": .string(#"{"a":"\#(String(repeating: "é", count: 600))"}"#)]),
    .user("claims without members", ["customAttributes": "{}"]),
    .user(
      "claims that are nested too deep",
      [
        "customAttributes": .string(
          #"{"a":\#(String(repeating: "[", count: 400) + String(repeating: "]", count: 400))}"#)
      ], refused: "Invalid custom claims provided"),
    .user("a password of 5000 letters", ["rawPassword": long(5000)]),
    .user("a password beyond the basic plane", ["rawPassword": long(2048, "\u{1F600}")]),
    .user("a password with a salt", ["rawPassword": "secret1", "salt": "a:password=b"]),
    .user(
      "a password with a salt of 1025 bytes", ["rawPassword": "secret1", "salt": long(1025)],
      refused: "salt is longer than 1024 bytes"),
    .user("a password with a salt of 1024 bytes", ["rawPassword": "secret1", "salt": long(1024)]),
    .user("a hash that no password fits", ["passwordHash": "%%%", "salt": "\u{0}"]),
    .user("a second factor with a long id", factor(["mfaEnrollmentId": long(300)])),
    .user(
      "a second factor with a name of 128 letters beyond the basic plane",
      factor(["displayName": long(128, "\u{1F600}")])),
    .user(
      "a second factor with a name of 129 letters beyond the basic plane",
      factor(["displayName": long(129, "\u{1F600}")]),
      refused: "the displayName of a second factor is longer than 256 characters"),
    .user(
      "more second factors than production allows",
      ["mfaInfo": .array((10..<20).map { ["phoneInfo": .string("+155555501\($0)")] })]),
    Row("second users of one number", refused: "phone number exists in other account in database") {
      let users: JSON = [
        ["localId": "a", "phoneNumber": "+15555550100"],
        ["localId": "b", "phoneNumber": "+15555550100"],
      ]
      return await $0.admin("accounts:batchCreate", ["users": users])
    },
    Row("an empty name in production", .production) { emulator in
      _ = await emulator.admin(
        "accounts", ["localId": "ann", "displayName": "A", "photoUrl": "http://p"])
      return await emulator.change("ann", ["displayName": "", "photoUrl": ""])
    },
    Row("a name of 100 letters of three bytes, from a provider") {
      await $0.signIn(
        "google.com", claims: ["sub": "1", "email": "a@x.test", "name": long(100, "あ")])
    },
    Row("a number without the form of E.164") { emulator in
      await emulator.admin("accounts", ["localId": "ann", "phoneNumber": "+1 (555) é"])
    },
    Row("claims of null") { emulator in
      _ = await emulator.admin("accounts", ["localId": "ann"])
      return await emulator.change("ann", ["customAttributes": #"{"a":null,"b":{"c":[]}}"#])
    },
  ]

  private static func factor(_ more: JSONObject) -> JSON {
    var factor = more
    factor["phoneInfo"] = "+15555550100"
    return ["mfaInfo": [.object(factor)]]
  }
}
