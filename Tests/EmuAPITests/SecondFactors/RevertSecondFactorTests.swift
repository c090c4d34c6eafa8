import EmuTestSupport
import Testing

@Suite final class `The notice of a new second factor`: EmulatorSuite {
  @Test func `the notice of a second factor has a code that reverts it`() async throws {
    let user = try await emulator.enrolPhone()
    let listed = try #require(await emulator.oobCodes().last)
    #expect(listed["requestType"] == "REVERT_SECOND_FACTOR_ADDITION")
    #expect(listed["oobLink"]?.string?.contains("mode=revertSecondFactorAddition") == true)
    #expect(
      emulator.outbox.messages.last?.sentence.hasPrefix(
        "To remove the second factor that ada@example.com has added, open http") == true)
    let code = listed["oobCode"] ?? .null
    let looked = await emulator.inspect(code)
    Golden.expect(looked.json, "secondFactors/inspectedRevert")
    emulator.advance(.seconds(5))
    let reply = await emulator.apply(code)
    #expect(reply.status == 200, "\(reply.json)")
    #expect(try emulator.user(user.uid)?.secondFactors == [])
    #expect(
      await emulator.refresh(user.reply["refreshToken"]?.string ?? "").errorCode == "TOKEN_EXPIRED")
    #expect((await emulator.signInWithPassword())["idToken"] != nil)
    #expect(await emulator.apply(code).errorCode == "INVALID_OOB_CODE")
  }

  @Test(arguments: [true, false])
  func `the link of a notice works in and out of browsers`(_ isBrowser: Bool) async throws {
    let user = try await emulator.enrolTOTP()
    let link = try #require(await emulator.oobCodes().last?["oobLink"]?.string)
    let target = String(link.dropFirst("http://localhost:9099".count))
    let reply = await emulator.get(target, headers: isBrowser ? ["Accept": "text/html"] : [:])
    #expect(reply.status == 200)
    let text = "The second factor is removed from ada@example.com"
    #expect(reply.text.contains(text), "\(reply.text)")
    #expect(try emulator.user(user.uid)?.secondFactors == [])
    #expect(await emulator.get(target).status == 400)
  }

  @Test func `the code of a notice is valid for 30 days`() async throws {
    try emulator.set([.codeExpiry: .on])
    _ = try await emulator.enrolPhone()
    let code = await emulator.oobCodes().last?["oobCode"] ?? .null
    emulator.advance(.seconds(30 * 24 * 3600 - 1))
    #expect(await emulator.inspect(code).status == 200)
    emulator.advance(.seconds(1))
    for operation in ["accounts:update", "accounts:resetPassword"] {
      #expect(await emulator.client(operation, ["oobCode": code]).errorCode == "EXPIRED_OOB_CODE")
    }
  }

  @Test func `the notice of a second factor is for that one alone`() async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    let user = try await emulator.enrolPhone()
    try await emulator.addPhone(user.idToken, "+15555550101").expect()
    let codes = await emulator.oobCodes().map { $0["oobCode"] ?? .null }
    #expect(await emulator.client("accounts:update", ["oobCode": codes[0]]).status == 200)
    #expect(try emulator.user(user.uid)?.secondFactors.map(\.kind) == [.phone("+15555550101")])
    #expect(await emulator.client("accounts:update", ["oobCode": codes[1]]).status == 200)
  }

  @Test func `the notice of a withdrawn second factor is worth nothing`() async throws {
    let user = try await emulator.enrolPhone()
    _ = await emulator.withdraw(user.idToken, .string(user.enrollmentID))
    let code = await emulator.oobCodes().last?["oobCode"] ?? .null
    for operation in ["accounts:update", "accounts:resetPassword"] {
      #expect(await emulator.client(operation, ["oobCode": code]).errorCode == "INVALID_OOB_CODE")
    }
  }

  @Test func `the notice of a second factor outlives a change of the address`() async throws {
    let user = try await emulator.enrolPhone()
    let code = await emulator.oobCodes().last?["oobCode"] ?? .null
    _ = await emulator.client(
      "accounts:update", ["idToken": user.idToken, "email": "eve@example.com"])
    #expect(await emulator.apply(code).status == 200)
    #expect(try emulator.user(user.uid)?.secondFactors == [])
  }
}

@Suite final class `The list of codes of authenticator apps`: EmulatorSuite {
  @Test func `the list of codes of apps shows each code and its end`() async throws {
    let user = try await emulator.enrolTOTP()
    _ = try await emulator.enrolPhone(email: "eve@example.com")
    let path = "/emulator/v1/projects/demo-project/totpCodes"
    let all = await emulator.get(path)
    Golden.expect(all.json, "secondFactors/totpCodes")
    #expect(await emulator.get("\(path)?localId=\(user.uid)").json == all.json)
    emulator.advance(.seconds(30))
    #expect(await emulator.get(path).json != all.json)
    #expect(await emulator.get("\(path)?localId=nobody").errorCode == "USER_NOT_FOUND")
    let tenant = await emulator.get("/emulator/v1/projects/demo-project/tenants/blue/totpCodes")
    #expect(tenant.json == ["totpCodes": []])
  }
}
