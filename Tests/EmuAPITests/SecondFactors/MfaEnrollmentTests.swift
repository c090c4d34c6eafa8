import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `mfaEnrollment` {
  @Test func `mfaEnrollment adds a phone, and later tokens report it`() async throws {
    let emulator = try TestEmulator()
    let user = try await emulator.enrolPhone()
    Golden.expect(user.reply.json, "secondFactors/enrolledPhone", masking: ["refreshToken"])
    #expect(user.reply.firebase["sign_in_second_factor"] == "phone")
    let refreshed = await emulator.refresh(user.reply["refreshToken"]?.string ?? "")
    let claims = JSON.claims(ofToken: refreshed["id_token"]?.string)
    #expect(claims["firebase"] == user.reply.firebase)
    Golden.expect(await emulator.lookup(user.idToken.string) ?? .null, "secondFactors/lookup")
    #expect(await emulator.smsCode() == .null)
  }

  @Test func `mfaEnrollment adds an authenticator app`() async throws {
    let emulator = try TestEmulator()
    let user = try await emulator.verifiedUser()
    let start = await emulator.v2(
      "mfaEnrollment:start", ["idToken": .string(user.idToken), "totpEnrollmentInfo": [:]])
    Golden.expect(start.json, "secondFactors/totpSession", masking: ["sessionInfo"])
    let info = start["totpSessionInfo"]
    let finalize: JSONObject = [
      "idToken": .string(user.idToken), "displayName": "my app",
      "totpVerificationInfo": [
        "sessionInfo": info?["sessionInfo"] ?? .null,
        "verificationCode": .string(emulator.code(ofSecret: info?["sharedSecretKey"]?.string)),
      ],
    ]
    let reply = await emulator.v2("mfaEnrollment:finalize", finalize)
    Golden.expect(reply.json, "secondFactors/enrolledTotp", masking: ["refreshToken"])
    Golden.expect(
      await emulator.lookup(reply["idToken"]?.string)?["mfaInfo"] ?? .null,
      "secondFactors/lookupTotp")
    let again = await emulator.v2(
      "mfaEnrollment:finalize",
      finalize.merging(["idToken": reply["idToken"] ?? .null]))
    #expect(again.errorCode == "INVALID_SESSION_INFO")
    let withdrawn = await emulator.v2(
      "mfaEnrollment:withdraw",
      [
        "idToken": reply["idToken"] ?? .null,
        "mfaEnrollmentId": reply.firebase["second_factor_identifier"] ?? .null,
      ])
    let afterwards = await emulator.v2(
      "mfaEnrollment:finalize", finalize.merging(["idToken": withdrawn["idToken"] ?? .null]))
    #expect(afterwards.errorCode == "INVALID_SESSION_INFO", "\(afterwards.json)")
  }

  /// A recording of production: the session, then the name, then the code; no session ends.
  @Test func `production checks an authenticator app in its own order, and ends no session`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.verifiedUser()
    let start = await emulator.v2(
      "mfaEnrollment:start", ["idToken": .string(user.idToken), "totpEnrollmentInfo": [:]])
    let session = start["totpSessionInfo"]?["sessionInfo"] ?? .null
    let code = emulator.code(ofSecret: start["totpSessionInfo"]?["sharedSecretKey"]?.string)
    func finalize(_ info: JSON, name: String?) async -> Reply {
      var body: JSONObject = ["idToken": .string(user.idToken), "totpVerificationInfo": info]
      body["displayName"] = name.map { .string($0) }
      return await emulator.v2("mfaEnrollment:finalize", body)
    }
    let missingName = "MISSING_DISPLAY_NAME : display name cannot be empty"
    let rows: [(info: JSON, name: String?, message: String?)] = [
      (["verificationCode": .string(code)], nil, "INVALID_SESSION_INFO"),
      (["sessionInfo": session], nil, missingName),
      (["sessionInfo": session, "verificationCode": .string(code)], nil, missingName),
      (["sessionInfo": session, "verificationCode": "000000"], "app", "INVALID_CODE"),
      (["sessionInfo": session, "verificationCode": .string(code)], "app", nil),
      (
        ["sessionInfo": session, "verificationCode": .string(code)], "app",
        "TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment"
      ),
    ]
    for row in rows {
      #expect(await finalize(row.info, name: row.name).errorMessage == row.message)
    }
    let lookup = await emulator.client("accounts:lookup", ["idToken": .string(user.idToken)])
    #expect(lookup.status == 200)
  }

  @Test func `mfaEnrollment ends every other session, and opens one for the caller`() async throws {
    let emulator = try TestEmulator()
    let old = try await emulator.verifiedUser()
    emulator.advance(.seconds(10))
    let reply = await emulator.v2(
      "mfaEnrollment:finalize",
      [
        "idToken": .string(old.idToken),
        "phoneVerificationInfo": try await emulator.phoneVerification(.string(old.idToken)),
      ])
    #expect(await emulator.refresh(old.refreshToken).errorCode == "TOKEN_EXPIRED")
    #expect(await emulator.lookup(reply["idToken"]?.string) != nil)
    let withdrawn = await emulator.v2(
      "mfaEnrollment:withdraw",
      [
        "idToken": reply["idToken"] ?? .null,
        "mfaEnrollmentId": reply.firebase["second_factor_identifier"] ?? .null,
      ])
    Golden.expect(withdrawn.json, "secondFactors/withdrawn", masking: ["refreshToken"])
    #expect(withdrawn.firebase["sign_in_second_factor"] == nil)
    emulator.advance(.seconds(10))
    #expect((await emulator.signInWithPassword())["idToken"] != nil)
  }

  static let firstFactors: [(String, String)] = [
    ("anonymous", "UNSUPPORTED_FIRST_FACTOR"), ("phone", "UNSUPPORTED_FIRST_FACTOR"),
    ("custom", "UNSUPPORTED_FIRST_FACTOR"), ("gc.apple.com", "UNSUPPORTED_FIRST_FACTOR"),
    ("password", "UNVERIFIED_EMAIL"),
  ]

  @Test(arguments: firstFactors)
  func `mfaEnrollment needs a first factor that a second one may follow, and a verified address`(
    _ provider: String, _ error: String
  ) async throws {
    let emulator = try TestEmulator()
    let user = try await emulator.signUp()
    let idToken = Handwritten.idToken(
      uid: user.uid, ["firebase": ["identities": [:], "sign_in_provider": .string(provider)]])
    for body: JSONObject in [
      ["phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]], ["totpEnrollmentInfo": [:]],
    ] {
      let reply = await emulator.v2(
        "mfaEnrollment:start", body.merging(["idToken": .string(idToken)]))
      #expect(reply.errorCode == error)
    }
  }

  static let badStarts: [(JSONObject, String)] = [
    ([:], "MISSING_ID_TOKEN"), (["idToken": "x"], "INVALID_ID_TOKEN"),
    (["idToken": "GOOD"], "INVALID_ARGUMENT"),
    (["idToken": "GOOD", "phoneEnrollmentInfo": [:]], "INVALID_PHONE_NUMBER"),
    (
      ["idToken": "GOOD", "phoneEnrollmentInfo": ["phoneNumber": "555"]],
      "INVALID_PHONE_NUMBER"
    ),
    (
      ["idToken": "GOOD", "phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]],
      "SECOND_FACTOR_EXISTS"
    ),
  ]

  @Test(arguments: badStarts)
  func `mfaEnrollment refuses to start without what it needs`(_ body: JSONObject, _ error: String)
    async throws
  {
    let emulator = try TestEmulator()
    let user = try await emulator.enrolPhone()
    let reply = await emulator.v2("mfaEnrollment:start", body.filled(["GOOD": user.idToken]))
    #expect(reply.errorCode == error)
  }

  static let badEnds: [(JSONObject, String)] = [
    ([:], "MISSING_ID_TOKEN"), (["idToken": "GOOD"], "INVALID_ARGUMENT"),
    (["idToken": "GOOD", "phoneVerificationInfo": ["code": "1"]], "MISSING_SESSION_INFO"),
    (["idToken": "GOOD", "phoneVerificationInfo": ["sessionInfo": "SESSION"]], "MISSING_CODE"),
    (
      ["idToken": "GOOD", "phoneVerificationInfo": ["sessionInfo": "SESSION", "code": "wrong"]],
      "INVALID_CODE"
    ),
    (
      ["idToken": "GOOD", "phoneVerificationInfo": ["sessionInfo": "other", "code": "CODE"]],
      "INVALID_SESSION_INFO"
    ),
    (
      ["idToken": "OTHER", "phoneVerificationInfo": ["sessionInfo": "SESSION", "code": "CODE"]],
      "INVALID_SESSION_INFO"
    ),
    (
      [
        "idToken": "GOOD",
        "phoneVerificationInfo": ["androidVerificationProof": "x", "phoneNumber": "+1"],
      ], "INVALID_ARGUMENT"
    ),
    (
      ["idToken": "GOOD", "totpVerificationInfo": ["verificationCode": "1"]], "MISSING_SESSION_INFO"
    ),
    (["idToken": "GOOD", "totpVerificationInfo": ["sessionInfo": "TOTP"]], "MISSING_CODE"),
    (
      [
        "idToken": "GOOD",
        "totpVerificationInfo": ["sessionInfo": "TOTP", "verificationCode": "1"],
      ],
      "INVALID_CODE"
    ),
    (
      [
        "idToken": "GOOD", "totpVerificationInfo": ["sessionInfo": "x.y", "verificationCode": "1"],
      ],
      "INVALID_SESSION_INFO"
    ),
    (
      [
        "idToken": "OTHER",
        "totpVerificationInfo": ["sessionInfo": "TOTP", "verificationCode": "1"],
      ],
      "INVALID_SESSION_INFO"
    ),
  ]

  @Test(arguments: badEnds)
  func `mfaEnrollment refuses to finish with what is not this user's`(
    _ body: JSONObject, _ error: String
  ) async throws {
    let emulator = try TestEmulator()
    let (good, other) = (
      try await emulator.verifiedUser(), try await emulator.verifiedUser("eve@example.com")
    )
    let phone = try await emulator.phoneVerification(.string(good.idToken))
    let totp = await emulator.v2(
      "mfaEnrollment:start", ["idToken": .string(good.idToken), "totpEnrollmentInfo": [:]])
    let filled = body.filled([
      "GOOD": .string(good.idToken), "OTHER": .string(other.idToken),
      "SESSION": phone["sessionInfo"] ?? .null, "CODE": phone["code"] ?? .null,
      "TOTP": totp["totpSessionInfo"]?["sessionInfo"] ?? .null,
    ])
    #expect(await emulator.v2("mfaEnrollment:finalize", filled).errorCode == error)
    #expect(try emulator.user(good.uid)?.secondFactors == [])
  }

  @Test func `mfaEnrollment accepts no session of a sign-in, and returns none`() async throws {
    let emulator = try TestEmulator()
    let user = try await emulator.verifiedUser()
    let sent = await emulator.client(
      "accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    let reply = await emulator.v2(
      "mfaEnrollment:finalize",
      [
        "idToken": .string(user.idToken),
        "phoneVerificationInfo": [
          "sessionInfo": sent["sessionInfo"] ?? .null, "code": await emulator.smsCode(),
        ],
      ])
    #expect(reply.errorCode == "INVALID_SESSION_INFO")
    let signIn = await emulator.client(
      "accounts:signInWithPhoneNumber",
      try await emulator.phoneVerification(.string(user.idToken)))
    #expect(signIn.errorCode == "INVALID_SESSION_INFO")
  }

  @Test(
    arguments: [(Profile.production, "SESSION_EXPIRED"), (.compatible, nil)] as [(Profile, String?)]
  )
  func `mfaEnrollment waits a quarter of an hour for the first code`(
    _ profile: Profile, _ error: String?
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.verifiedUser()
    let idToken = JSON.string(user.idToken)
    let phone = try await emulator.phoneVerification(idToken)
    let totp = await emulator.v2(
      "mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": [:]])["totpSessionInfo"]
    emulator.advance(.seconds(15 * 60))
    for evidence: JSONObject in [
      [
        "totpVerificationInfo": [
          "sessionInfo": totp?["sessionInfo"] ?? .null,
          "verificationCode": .string(emulator.code(ofSecret: totp?["sharedSecretKey"]?.string)),
        ]
      ], ["phoneVerificationInfo": phone],
    ] {
      var body = evidence
      body["idToken"] = idToken
      #expect(await emulator.v2("mfaEnrollment:finalize", body).errorCode == error)
      if error == nil { return }
    }
  }

  @Test(arguments: [
    (Profile.production, "TOO_MANY_ATTEMPTS_TRY_LATER"), (.compatible, "INVALID_CODE"),
  ])
  func `mfaEnrollment counts wrong codes, which a refusal does not undo`(
    _ profile: Profile, _ error: String
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let idToken = JSON.string(try await emulator.verifiedUser().idToken)
    let session = try await emulator.phoneVerification(idToken)["sessionInfo"] ?? .null
    var last: Reply?
    for _ in 0...5 {
      last = await emulator.v2(
        "mfaEnrollment:finalize",
        ["idToken": idToken, "phoneVerificationInfo": ["sessionInfo": session, "code": "x"]])
    }
    #expect(last?.errorCode == error)
  }

  @Test(
    arguments: [(Profile.production, "SECOND_FACTOR_LIMIT_EXCEEDED"), (.compatible, nil)]
      as [(Profile, String?)])
  func `mfaEnrollment accepts five second factors in production`(
    _ profile: Profile, _ error: String?
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.verifiedUser()
    let reply = await emulator.change(
      user.uid,
      [
        "mfa": [
          "enrollments": .array(
            (1...5).map {
              ["mfaEnrollmentId": .string("f\($0)"), "phoneInfo": .string("+1555555010\($0)")]
            })
        ]
      ])
    #expect(reply.status == 200, "\(reply.json)")
    let sixth = await emulator.v2(
      "mfaEnrollment:start",
      [
        "idToken": .string(user.idToken),
        "phoneEnrollmentInfo": ["phoneNumber": "+15555550100"],
      ])
    #expect(sixth.errorCode == error)
  }

  @Test func `mfaEnrollment is withdrawn by its id alone`() async throws {
    let emulator = try TestEmulator()
    let user = try await emulator.enrolPhone()
    for (body, error): (JSONObject, String) in [
      ([:], "MISSING_ID_TOKEN"), (["idToken": user.idToken], "MISSING_MFA_ENROLLMENT_ID"),
      (["idToken": user.idToken, "mfaEnrollmentId": "x"], "MFA_ENROLLMENT_NOT_FOUND"),
    ] {
      #expect(await emulator.v2("mfaEnrollment:withdraw", body).errorCode == error)
    }
  }

  @Test(arguments: [(Profile.production, "phone"), (.compatible, nil)] as [(Profile, String?)])
  func
    `mfaEnrollment forgets the session's second factor, by profile, with another one`(
      _ profile: Profile, _ kind: String?
    ) async throws
  {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.enrolPhone()
    let reply = await emulator.v2(
      "mfaEnrollment:finalize",
      [
        "idToken": user.idToken,
        "phoneVerificationInfo": try await emulator.phoneVerification(
          user.idToken, "+15555550101"),
      ])
    let withdrawn = await emulator.v2(
      "mfaEnrollment:withdraw",
      ["idToken": reply["idToken"] ?? .null, "mfaEnrollmentId": .string(user.enrollmentID)])
    #expect(withdrawn.firebase["sign_in_second_factor"]?.string == kind)
    #expect(try emulator.user(user.uid)?.secondFactors.count == 1)
  }
}

extension JSON {
  /// All kinds of second factors, enabled.
  static let allSecondFactors: JSON = [
    "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
    "providerConfigs": [
      ["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 1]]
    ],
  ]

  /// Returns the tree with placeholders replaced by values.
  func filled(_ values: [String: JSON]) -> JSON {
    switch self {
    case .string(let text): values[text] ?? self
    case .object(let object): .object(object.filled(values))
    default: self
    }
  }
}

extension JSONObject {
  func filled(_ values: [String: JSON]) -> JSONObject {
    var filled = JSONObject()
    for member in self { filled[member.key] = member.value.filled(values) }
    return filled
  }

  func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    for member in other { merged[member.key] = member.value }
    return merged
  }
}
