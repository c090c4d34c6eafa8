import EmuCrypto
import Testing

@Suite struct `Base64url text` {
  // RFC 4648 §10 without its padding, RFC 7515 appendix C.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
  ]) func `base64url text writes and reads texts as published`(plain: String, encoded: String) {
    #expect(Base64URL.encode(utf8(plain)) == encoded)
    #expect(Base64URL.decode(encoded) == utf8(plain))
  }

  @Test func `base64url text has its own last two characters`() {
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    #expect(Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
  }

  @Test func `base64url text survives every length and every byte`() {
    for count in 0..<300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }

  @Test(arguments: [
    "A", "Zg==", "Zg=", "Zm9v\n", " Zm9v", "Zm9v+", "ab/d", "Zm9vé", "Zm9vY", "Zh", "Zm9", "====",
    "Zm9v.", "Zm\u{0}v",
  ]) func `base64url text is strict`(text: String) { #expect(Base64URL.decode(text) == nil) }

  @Test(arguments: [
    ("Zg==", "f"), ("Zg=", "f"), ("Zm8=", "fo"), ("Zh", "f"), ("Pz8/", "???"), ("Pj4+", ">>>"),
    ("====", ""),
  ]) func `base64url text is lenient by option`(text: String, plain: String) {
    #expect(Base64URL.decode(text, lenient: true) == utf8(plain))
  }

  @Test(arguments: ["A", "Zg==Zg", "Zm9v\n", "Zm9vé"]) func `base64url text is not that lenient`(
    text: String
  ) { #expect(Base64URL.decode(text, lenient: true) == nil) }
}
