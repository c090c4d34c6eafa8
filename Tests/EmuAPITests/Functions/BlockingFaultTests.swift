import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// Faults in place of functions: a refusal without a deployed function.
@Suite struct `A fault in place of a blocking function` {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var effect: String
    /// The text after `BLOCKING_FUNCTION_ERROR_RESPONSE : `; nil for a successful sign-up.
    var refusal: String?
  }

  static let rows: [Row] = [
    Row(
      testDescription: "an error", effect: #"{"error":{"code":403,"message":"Not you."}}"#,
      refusal: "HTTP Cloud Function returned an error: "
        + #"{"error":{"message":"Not you.","status":"PERMISSION_DENIED"}}"#),
    Row(
      testDescription: "a status and a body", effect: #"{"status":500,"body":"broken"}"#,
      refusal: "HTTP Cloud Function returned an error: broken"),
    Row(
      testDescription: "a limit", effect: #"{"rateLimit":{}}"#,
      refusal: "HTTP Cloud Function returned an error: "
        + #"{"error":{"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED"}}"#),
    Row(
      testDescription: "a cut connection", effect: #"{"drop":true}"#,
      refusal: "HTTP Cloud Function could not be called: The connection was closed."),
    Row(
      testDescription: "a change of the account",
      effect: #"{"body":{"userRecord":{"updateMask":"displayName","displayName":"Set"}}}"#,
      refusal: nil),
  ]

  @Test(arguments: rows, ["beforeCreate", "beforeSignIn"])
  func `a fault in place of a blocking function answers once, and no function is called`(
    _ row: Row, _ event: String
  ) async throws {
    let emulator = try TestEmulator()
    let set = await emulator.control(
      .post, "faults",
      #"{"match":{"operation":"\#(event)"},"effect":\#(row.effect),"times":1}"#)
    #expect(set.status == 200, "\(set.text)")
    let body: JSON = ["email": "ada@example.com", "password": "secret1"]
    let reply = await emulator.client("accounts:signUp", body)
    #expect(
      reply.errorMessage == row.refusal.map { "BLOCKING_FUNCTION_ERROR_RESPONSE : " + $0 })
    #expect(reply.reasons.contains("in place of the function for \(event)"))
    #expect(await emulator.control(.get, "faults").json == ["faults": []])
    if row.refusal == nil {
      let uid = try #require(reply["localId"]?.string)
      #expect(try emulator.user(uid)?.displayName == "Set")
    } else {
      #expect((await emulator.client("accounts:signUp", body)).status == 200)
    }
  }

  @Test func `a fault in place of a blocking function applies only to matching requests`()
    async throws
  {
    let emulator = try TestEmulator()
    for match in [
      #""email":"bob@example.com""#, #""project":"other""#, #""path":"/*""#,
    ] {
      let set = await emulator.control(
        .post, "faults",
        #"{"match":{"operation":"before*",\#(match)},"effect":{"error":{"message":"no"}}}"#)
      #expect(set.status == 200, "\(set.text)")
    }
    let ada = await emulator.signUpReply("ada@example.com")
    #expect(ada.status == 200, "\(ada.text)")
    let bob = await emulator.signUpReply("bob@example.com")
    #expect(bob.errorCode == "BLOCKING_FUNCTION_ERROR_RESPONSE")
  }
}
