import EmuHTTP
import EmuJSON
import EmuModel
import Testing

@Suite struct `control: second factors of seeds` {
  static let seed = #"""
    {version:1,projects:{demo:{users:[{localId:"ada",email:"ada@x.test",emailVerified:true,mfa:[
      {phone:"+15555550100",displayName:"my phone"},
      {totpSecret:"JBSWY3DPEHPK3PXP",mfaEnrollmentId:"app"},
    ]}]}}}
    """#

  @Test func `are enrolled once, however often the seed is loaded`() throws {
    let fixture = try Fixture()
    #expect(try fixture.call(.post, "seed", Self.seed).json["created"] == 1)
    let factors = try fixture.user("ada", in: "demo")?.secondFactors ?? []
    #expect(
      factors.map(\.kind) == [.phone("+15555550100"), .totp(secret: "JBSWY3DPEHPK3PXP")])
    #expect(factors.map(\.displayName) == ["my phone", nil])
    #expect(factors.first?.id.isEmpty == false && factors.last?.id == "app")
    #expect(
      try fixture.call(.post, "seed", Self.seed).json
        == ["created": 0, "updated": 0, "issuers": 0])
    #expect(try fixture.user("ada", in: "demo")?.secondFactors == factors)
  }

  @Test func `are changed by their id, and others stay`() throws {
    let fixture = try Fixture()
    _ = try fixture.call(.post, "seed", Self.seed)
    let changed = try fixture.call(
      .post, "seed",
      #"{version:1,projects:{demo:{users:[{localId:"ada",mfa:[{totpSecret:"MZXW6",mfaEnrollmentId:"app",displayName:"new"}]}]}}}"#
    )
    #expect(changed.json["updated"] == 1)
    let factors = try fixture.user("ada", in: "demo")?.secondFactors ?? []
    #expect(factors.map(\.kind) == [.phone("+15555550100"), .totp(secret: "MZXW6")])
    #expect(factors.last?.displayName == "new")
  }
}
