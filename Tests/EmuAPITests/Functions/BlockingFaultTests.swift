import EmuTestSupport
import Testing

/// Faults in place of functions: a refusal without a deployed function.
@Suite final class `A fault in place of a blocking function`: EmulatorSuite {
  private static let called = "HTTP Cloud Function returned an error: "

  /// The effect of a fault, and the text after `BLOCKING_FUNCTION_ERROR_RESPONSE : `; nil for a
  /// successful sign-up.
  static let rows: [(effect: String, refusal: String?)] = [
    (
      #"{"error":{"code":403,"message":"Not you."}}"#,
      called + #"{"error":{"message":"Not you.","status":"PERMISSION_DENIED"}}"#
    ),
    (#"{"status":500,"body":"broken"}"#, called + "broken"),
    (
      #"{"rateLimit":{}}"#,
      called + #"{"error":{"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED"}}"#
    ),
    (#"{"drop":true}"#, "HTTP Cloud Function could not be called: The connection was closed."),
    (#"{"body":{"userRecord":{"updateMask":"displayName","displayName":"Set"}}}"#, nil),
  ]

  @Test(arguments: rows, ["beforeCreate", "beforeSignIn"])
  func `a fault in place of a blocking function answers once`(
    _ row: (effect: String, refusal: String?), _ event: String
  ) async throws {
    let set = await emulator.control(
      .post, "faults", #"{"match":{"operation":"\#(event)"},"effect":\#(row.effect),"times":1}"#)
    #expect(set.status == 200, "\(set.text)")
    let reply = await emulator.signUpReply("ada@example.com")
    #expect(reply.errorMessage == row.refusal.map { "BLOCKING_FUNCTION_ERROR_RESPONSE : " + $0 })
    #expect(reply.reasons.contains("in place of the function for \(event)"))
    #expect(await emulator.control(.get, "faults").json == ["faults": []])
    if row.refusal == nil {
      let uid = try #require(reply["localId"]?.string)
      #expect(try emulator.user(uid)?.displayName == "Set")
    } else {
      #expect(await emulator.signUpReply("ada@example.com").status == 200)
    }
  }

  @Test func `a fault in place of a function meets matching requests alone`() async throws {
    for match in [#""email":"bob@example.com""#, #""project":"other""#, #""path":"/*""#] {
      let set = await emulator.control(
        .post, "faults",
        #"{"match":{"operation":"before*",\#(match)},"effect":{"error":{"message":"no"}}}"#)
      #expect(set.status == 200, "\(set.text)")
    }
    await emulator.signUpReply("ada@example.com").expect()
    let bob = await emulator.signUpReply("bob@example.com")
    #expect(bob.errorCode == "BLOCKING_FUNCTION_ERROR_RESPONSE")
  }
}
