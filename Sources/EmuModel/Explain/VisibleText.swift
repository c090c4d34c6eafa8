/// Text for people, with every character visible that could control a terminal, add a line, or hide or
/// reorder what is beside it.
///
/// These are the control and format characters of Unicode and its separators of lines and paragraphs:
/// escape sequences, bidirectional overrides, zero-width characters.
package enum VisibleText {
  package enum Form: Sendable {
    /// One line, with escapes such as `\u{1b}`.
    case line
    /// Lines whose ends remain.
    case lines
    /// JSON text, in which such characters occur only in strings: `\u001b`.
    case json
  }

  package static func escaped(_ text: String, _ form: Form = .line) -> String {
    guard text.utf8.contains(where: { !(32..<127).contains($0) }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !isInvisible(scalar) || scalar == "\n" && form != .line {
        result.append(scalar)
      } else if form == .json {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
        }
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
      }
    }
    return String(result)
  }

  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 32 || scalar.value == 127 }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
