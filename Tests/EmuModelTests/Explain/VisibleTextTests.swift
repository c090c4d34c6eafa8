import EmuModel
import Testing

@Suite struct `visible text` {
  @Test(arguments: [
    ("plain, é, 漢字, 🙂", "plain, é, 漢字, 🙂"), ("", ""),
    ("\u{1b}[2J\u{7}\r\t\u{0}", #"\u{1b}[2J\u{7}\u{d}\u{9}\u{0}"#),
    ("\u{7f}\u{9b}", #"\u{7f}\u{9b}"#), ("a\nb", #"a\u{a}b"#), ("a\r\nb", #"a\u{d}\u{a}b"#),
    ("\u{200e}\u{200f}\u{202a}\u{202e}", #"\u{200e}\u{200f}\u{202a}\u{202e}"#),
    ("\u{2066}\u{2069}\u{200b}\u{200c}", #"\u{2066}\u{2069}\u{200b}\u{200c}"#),
    ("\u{200d}\u{2060}\u{feff}\u{ad}", #"\u{200d}\u{2060}\u{feff}\u{ad}"#),
    ("\u{2028}\u{2029}\u{61c}\u{e0001}", #"\u{2028}\u{2029}\u{61c}\u{e0001}"#),
  ]) func `visible text has no character that controls a terminal`(text: String, shown: String) {
    #expect(VisibleText.escaped(text) == shown)
    #expect(VisibleText.escaped(shown) == shown)
  }

  @Test func `visible text of lines keeps their ends, and of JSON its values`() {
    #expect(VisibleText.escaped("a\n\u{1b}b\r\n", .lines) == "a\n\\u{1b}b\\u{d}\n")
    #expect(
      VisibleText.escaped("[\"\u{7f}\u{9b}\u{202e}\u{e0001}\"]\n", .json)
        == "[\"\\u007f\\u009b\\u202e\\udb40\\udc01\"]\n")
  }

  @Test(arguments: [
    ("plain", "'plain'"), ("it's", #"'it'\''s'"#), ("back\\slash", #"'back\slash'"#),
    ("\u{1b}[2J", #"$'\033[2J'"#), ("it's\n\\\u{202e}", #"$'it\'s\012\\\342\200\256'"#),
  ]) func `a word of a shell has no character that controls a terminal`(text: String, word: String)
  { #expect(ShellWord.quoted(text) == word) }
}
