import Testing

@testable import EmuAPI

/// docs/reference/sign-in-with-idp.md#nonce; `NonceTests` has the other cases. The digest is that of
/// FIPS 180-4's one-block message "abc".
@Suite struct `Model: nonce` {
  @Test(arguments: ["abc", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", ""])
  func `a nonce that differs, raw or in upper case, is reported with both values`(claim: String) {
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(
      NonceRule.verdict(claim: claim, raw: "abc", rawSHA256: digest)
        == .fails(
          "The nonce in ID Token \"\(claim)\" does not match the SHA256 hash of the raw nonce "
            + "\"abc\" in the request."))
  }
}
