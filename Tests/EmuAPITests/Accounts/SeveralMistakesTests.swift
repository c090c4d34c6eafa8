import EmuTestSupport
import Testing

@Suite struct `Bad input of several kinds` {
  private static let mistakes = #"""
    {"localId":["a"],"nick":2,"mfa":{"enrollments":[{"phoneInfo":{}},{"enrolledAt":"z","x":1}]},
     "disableUser":"perhaps","validSince":"x","deleteAttribute":["EMAIL","x",{}]}
    """#

  @Test func `bad input of several kinds is named together by production`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let reply = await emulator.admin("accounts:update", try JSON(parsing: Self.mistakes))
    let problems = [
      (
        nil,
        "Invalid JSON payload received. Unknown name \"localId\": Proto field is not repeating, "
          + "cannot start list."
      ),
      (
        "mfa.enrollments[0]",
        "Invalid value at 'mfa.enrollments[0]' (phone_info), Starting an object on a scalar field"
      ),
      (
        "mfa.enrollments[1].enrolled_at",
        "Invalid value at 'mfa.enrollments[1].enrolled_at' "
          + "(type.googleapis.com/google.protobuf.Timestamp), Field 'enrolledAt', Illegal timestamp "
          + "format; timestamps must end with 'Z' or have a valid timezone offset."
      ),
      ("disable_user", "Invalid value at 'disable_user' (TYPE_BOOL), \"perhaps\""),
      ("valid_since", "Invalid value at 'valid_since' (TYPE_INT64), \"x\""),
      (
        "delete_attribute[1]",
        "Invalid value at 'delete_attribute[1]' (type.googleapis.com/google.cloud.identitytoolkit"
          + ".v1.SetAccountInfoRequest.UserAttributeName), \"x\""
      ),
      (nil, "Invalid value (delete_attribute), Starting an object on a scalar field"),
    ]
    #expect(reply.errorMessage == problems.map(\.1).joined(separator: "\n"))
    let violations = reply["error"]?["details"]?[0]?["fieldViolations"]?.array ?? []
    #expect(violations.map { $0["field"]?.string } == problems.map(\.0))
    #expect(violations.map { $0["description"]?.string } == problems.map(\.1))
    #expect(reply.unknownFields == ["nick", "mfa.enrollments[1].x"])
  }

  @Test func `bad input of several kinds is named by its first mistake`() async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.admin("accounts:update", try JSON(parsing: Self.mistakes))
    #expect(
      reply.errorMessage == "Invalid JSON payload received. Unknown name \"localId\": Proto field "
        + "is not repeating, cannot start list.")
    #expect(reply.unknownFields == ["nick", "mfa.enrollments[1].x"])
  }

  @Test(arguments: [Profile.compatible, .production])
  func `bad input of many kinds is named up to mistake 100`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ids: [JSON] = Array(repeating: [:], count: 20_000)
    let reply = await emulator.admin("accounts:lookup", ["localId": .array(ids)])
    let lines = reply.errorMessage?.split(separator: "\n") ?? []
    #expect(lines.count == (profile == .production ? 100 : 1))
  }

  @Test func `bad input of a configuration is named in the order of the body`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let reply = await emulator.patchV2(
      "config", ["nick": 1, "quota": ["signUpQuotaConfig": ["quota": "many"]], "signIn": ["x": 1]])
    #expect(
      reply.errorMessage == """
        Invalid JSON payload received. Unknown name "nick" at 'config': Cannot find field.
        Invalid value at 'config.quota.sign_up_quota_config.quota' (TYPE_INT64), "many"
        Invalid JSON payload received. Unknown name "x" at 'config.sign_in': Cannot find field.
        """)
  }
}
