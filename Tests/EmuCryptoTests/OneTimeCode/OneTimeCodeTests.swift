import EmuCrypto
import Testing

@Suite struct `One-time codes` {
  // RFC 4226 Appendix D.
  @Test(
    arguments: zip(
      Int64(0)...9,
      [
        "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
        "520489",
      ]))
  func `one-time codes of a counter are those of RFC 4226`(_ counter: Int64, _ code: String) {
    #expect(
      OneTimeCode.code(secret: utf8("12345678901234567890"), counter: counter, digits: 6) == code)
  }

  // RFC 6238 Appendix B: seconds, and the codes with SHA-1.
  @Test(arguments: [
    (Int64(59), "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
    (1_234_567_890, "89005924"), (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
  ]) func `one-time codes of a time are those of RFC 6238`(_ seconds: Int64, _ code: String) {
    let secret = utf8("12345678901234567890")
    #expect(OneTimeCode.code(secret: secret, counter: seconds / 30, digits: 8) == code)
  }
}

@Suite struct `Base32 text` {
  // RFC 4648 §10, without and with padding.
  @Test(arguments: [
    ("", "", ""), ("f", "MY", "MY======"), ("fo", "MZXQ", "MZXQ===="), ("foo", "MZXW6", "MZXW6==="),
    ("foob", "MZXW6YQ", "MZXW6YQ="), ("fooba", "MZXW6YTB", "mzxw6ytb"),
    ("foobar", "MZXW6YTBOI", "MZXW6YTBOI======"),
  ]) func `base32 text is that of RFC 4648`(_ plain: String, _ text: String, _ padded: String) {
    #expect(Base32.encode(utf8(plain)) == text)
    #expect(Base32.decode(text) == utf8(plain))
    #expect(Base32.decode(padded) == utf8(plain))
  }

  @Test(arguments: ["M", "MZX", "MZXW6Y", "0A", "M8", "MY=X", "MY========", "MY MY"])
  func `base32 text is rejected when it is invalid`(_ text: String) {
    #expect(Base32.decode(text) == nil)
  }
}
