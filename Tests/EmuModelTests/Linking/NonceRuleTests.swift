import EmuModel
import Testing

@testable import EmuAPI

/// docs/reference/sign-in-with-idp.md#nonce. The digest is that of FIPS 180-4's one-block message
/// "abc".
@Suite struct `Model: nonce` {
  private static let digest =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  private static func verdict(_ claim: String?, raw: String?) -> NonceRule.Verdict {
    NonceRule.verdict(claim: claim, raw: raw, rawSHA256: raw == nil ? nil : digest)
  }

  @Test(arguments: [String?.none, "abc"])
  func `the nonce of a token without one is never required`(raw: String?) {
    guard case .passes = Self.verdict(nil, raw: raw) else {
      Issue.record("a token without nonce was refused")
      return
    }
  }

  @Test func `a nonce is the lower-case SHA-256 of the raw one`() {
    guard case .passes = Self.verdict(Self.digest, raw: "abc") else {
      Issue.record("the right nonce was refused")
      return
    }
  }

  @Test func `a nonce that is missing in the request is reported`() {
    #expect(
      Self.verdict(Self.digest, raw: nil) == .fails("Nonce is missing in the request."))
  }

  @Test(arguments: ["abc", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", ""])
  func `a nonce that differs, raw or in upper case, is reported with both values`(claim: String) {
    #expect(
      Self.verdict(claim, raw: "abc")
        == .fails(
          "The nonce in ID Token \"\(claim)\" does not match the SHA256 hash of the raw nonce "
            + "\"abc\" in the request."))
  }
}
