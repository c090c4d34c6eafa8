import EmuModel
import Testing

@Suite struct `Model: addresses` {
  @Test(arguments: [
    ("ann@example.com", true), ("a@b", true), ("ann+tag@example.com", true),
    ("ännchen@exämple.de", true), ("", false), ("ann", false), ("@example.com", false),
    ("ann@", false), ("ann@b@c", false), ("ann lee@example.com", false),
    ("ann@example.com\n", false), ("ann@exa\u{0}mple.com", false), ("ann\u{7F}@b.co", false),
    (String(repeating: "a", count: 243) + "@example.com", true),
    (String(repeating: "a", count: 244) + "@example.com", false),
  ]) func `e-mail addresses are plausible with text on both sides of one @, and 255 bytes`(
    text: String, plausible: Bool
  ) { #expect(EmailAddress.isPlausible(text) == plausible) }

  @Test(arguments: [
    ("ann.lee+tag@x.com", true), ("テスト@x.com", true), ("!#$%&'*/=?^_`{|}~-@x.com", true),
    (#""a..b(c),\"d"@x.com"#, true), ("a<b..c@x.com", false), ("a..b@x.com", false),
    (".a@x.com", false), ("a.@x.com", false), ("a,b@x.com", false), ("a;b@x.com", false),
    ("a(b)@x.com", false), (#"a"b@x.com"#, false), (#""a"b"@x.com"#, false),
    (#""a\"@x.com"#, false),
  ]) func `e-mail addresses have a dot-atom or a quoted string before the @`(
    text: String, isValid: Bool
  ) { #expect(EmailAddress.hasValidLocalPart(text) == isValid) }

  @Test func `e-mail addresses are stored in lower case`() {
    #expect(EmailAddress.canonical("Ann@Example.COM") == "ann@example.com")
  }

  @Test(arguments: [
    ("+15550100", true), ("+1 (555) 0100", true), ("15550100", false), ("+", false), ("", false),
    ("+1555\u{0}", false), ("+" + String(repeating: "1", count: 32), false),
  ]) func `phone numbers begin with a plus`(text: String, plausible: Bool) {
    #expect(PhoneNumber.isPlausible(text) == plausible)
  }
}
