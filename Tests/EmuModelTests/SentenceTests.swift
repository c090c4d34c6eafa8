import EmuModel
import Testing

@Suite struct `Sentences that are joined when they are read` {
  static let name = "Ann"
  static let rows: [(sentence: Reason, text: String)] = [
    ("", ""), ("one text", "one text"), ("\(name) has \(2) links", "Ann has 2 links"),
    ("\("12345678".prefix(3))…", "123…"), ("first " + "and \("second")", "first and second"),
    ("The token is bad; \("see \("here")" as Reason).", "The token is bad; see here."),
  ]

  @Test(arguments: rows) func `a sentence reads as its literal`(
    row: (sentence: Reason, text: String)
  ) {
    #expect(row.sentence.text == row.text)
    #expect("\(row.sentence)" == row.text)
  }

  @Test func `sentences of the same text are equal, however they are divided`() {
    let parts: Reason = "User \(Self.name) is " + "signed in."
    #expect(parts == "User Ann is signed in.")
    #expect(parts == Reason("User Ann is signed in."))
    #expect(Set([parts, "User Ann is signed in."]).count == 1)
    #expect(parts != "User Ann is signed out.")
  }
}
