package enum PhoneNumber {
  /// Returns true for a text with digits that begins with `+`, as the official emulator checks.
  package static func isPlausible(_ text: some StringProtocol) -> Bool {
    let bytes = text.utf8
    return bytes.first == UInt8(ascii: "+") && bytes.count <= 32
      && bytes.contains { (48...57).contains($0) } && bytes.allSatisfy { $0 >= 32 && $0 != 127 }
  }

  /// Returns the number in the form of E.164, as production stores it; nil where it has none.
  ///
  /// Separators between digits are dropped, and text before the number and an extension after it.
  /// Letters are the digits of a keypad (ITU-T E.161). A number of the North American plan has ten
  /// digits after its calling code.
  package static func e164(_ text: String) -> String? {
    guard let digits = dialled(text), lengths(of: digits).contains(digits.utf8.count) else {
      return nil
    }
    return "+" + digits
  }

  /// Returns production's text about a number without the form of E.164.
  ///
  /// A text of more digits than libphonenumber reads (three of a calling code, and 17) is not a number.
  package static func problem(of text: String) -> String {
    guard let digits = dialled(text), digits.utf8.count < 20,
      !lengths(of: digits).contains(digits.utf8.count)
    else { return "Invalid format." }
    return digits.utf8.count < lengths(of: digits).lowerBound ? "TOO_SHORT" : "TOO_LONG"
  }

  private static func lengths(of digits: String) -> ClosedRange<Int> {
    digits.first == "1" ? 11...11 : 7...15
  }

  /// Returns the digits after the `+`; nil for a text without the form of a number, or without a
  /// calling code that exists.
  private static func dialled(_ text: String) -> String? {
    let text = withoutExtension(text.drop { $0 != "+" && !("0"..."9").contains($0) })
    guard isPlausible(text) else { return nil }
    var digits = ""
    for character in text.dropFirst() where !" -.()/".contains(character) {
      // Letters are digits after the third one alone.
      guard let digit = digit(of: character), character.isNumber || digits.utf8.count >= 3
      else { return nil }
      digits.append(digit)
    }
    return PhoneRegion.hasCallingCode(digits) ? digits : nil
  }

  private static func withoutExtension(_ text: Substring) -> Substring {
    let digits = text.reversed().prefix { ("0"..."9").contains($0) }.count
    var rest = text.dropLast(digits)
    while let last = rest.last, " .:=".contains(last) { rest.removeLast() }
    let mark = ["extension", "extn", "ext", "x", "#"].first { rest.lowercased().hasSuffix($0) }
    guard digits > 0, let mark else { return text }
    rest.removeLast(mark.count)
    while let last = rest.last, " ;,".contains(last) { rest.removeLast() }
    return rest
  }

  private static func digit(of character: Character) -> Character? {
    // A digit with a combining mark is not a digit.
    guard character.isASCII else { return nil }
    if character.isNumber { return character }
    let key = keypad.firstIndex { $0.contains(character.lowercased()) }
    return key.map { Character(String($0)) }
  }

  private static let keypad = ["", "", "abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"]

  /// Returns true for `+`, then digits and the usual separators between them.
  package static func isDialable(_ text: String) -> Bool {
    isPlausible(text)
      && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) || " -.()".utf8.contains($0) }
  }

  package static func digits(of text: String) -> String {
    String(decoding: text.utf8.filter { (48...57).contains($0) }, as: UTF8.self)
  }
}
