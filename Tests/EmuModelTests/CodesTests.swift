import EmuModel
import Testing

@Suite struct `Codes` {
  @Test(arguments: [
    (OobCode.Kind.passwordReset, "a@x.com", "To reset the password of a@x.com, open L"),
    (.verifyEmail, "a@x.com", "To verify the e-mail address a@x.com, open L"),
    (.emailSignIn, "a@x.com", "To sign in as a@x.com, open L"),
    (.verifyAndChangeEmail, "b@x.com", "To change the e-mail address a@x.com to b@x.com, open L"),
    (.recoverEmail, "a@x.com", "To take back the change of the e-mail address a@x.com, open L"),
  ]) func `codes are shown in a sentence to copy from`(
    _ kind: OobCode.Kind, _ recipient: String, _ sentence: String
  ) {
    let message = OutgoingMessage(
      projectID: "p",
      content: .email(
        OobCode(
          code: "c", kind: kind, email: "a@x.com",
          newEmail: kind == .verifyAndChangeEmail ? "b@x.com" : nil, link: "L",
          createdAt: Timestamp(seconds: 0))))
    #expect(message.recipient == recipient)
    #expect(message.sentence == sentence)
  }
}
