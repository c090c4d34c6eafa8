import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@Suite struct `projects/{project}/userCounts` {
  @Test func `the counts are of the project and of each tenant, also of one that is disabled`()
    async throws
  {
    let emulator = try TestEmulator()
    _ = await emulator.control(
      .post, "seed",
      """
      {version:1,projects:{demo:{tenants:[{id:"b",disableAuth:true},{id:"a"}],
        users:[{localId:"1"},{localId:"2"},{localId:"3",tenantId:"b"}]}}}
      """)
    #expect(
      await emulator.control(.get, "projects/demo/userCounts").json
        == ["users": 2, "tenants": [["id": "a", "users": 0], ["id": "b", "users": 1]]])
  }

  @Test func `the counts of an unknown project are zero, and it is not created`() async throws {
    let emulator = try TestEmulator()
    #expect(
      await emulator.control(.get, "projects/unknown/userCounts").json
        == ["users": 0, "tenants": []])
    let listed = await emulator.control(.get, "projects").json["projects"]
    #expect(listed?.array?.contains { $0["id"] == "unknown" } == false)
  }
}
