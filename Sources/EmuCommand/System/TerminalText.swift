internal import EmuJSON
internal import EmuModel
internal import EmuSystem

/// Text for people: the only text that ``Output`` writes.
///
/// A literal is written as it is, and each value in it on one line with visible escapes, see
/// `VisibleText`: a name must not be able to control the terminal, nor to look like another line.
package struct TerminalText: Sendable, Hashable, ExpressibleByStringInterpolation,
  CustomStringConvertible
{
  package private(set) var description: String

  package init(stringLiteral value: String) { description = value }

  package init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }

  /// Creates the text of a value, on one line.
  package init(_ value: String) { description = VisibleText.escaped(value) }

  /// Creates a text of lines whose values are on one line each.
  package init(lines: String) { description = VisibleText.escaped(lines, .lines) }

  /// Creates JSON text, in which a program reads the values unchanged.
  package init(json: String) { description = VisibleText.escaped(json, .json) }

  static func json(_ tree: JSON) -> TerminalText {
    TerminalText(json: tree.serialized() + "\n")
  }

  var isEmpty: Bool { description.isEmpty }

  static func + (left: TerminalText, right: TerminalText) -> TerminalText { "\(left)\(right)" }

  static func += (left: inout TerminalText, right: TerminalText) {
    left.description += right.description
  }

  /// Returns the text with colours for the words of a column where a terminal shows it, unless `NO_COLOR`
  /// is set (https://no-color.org).
  ///
  /// - Parameter colors: numbers of ECMA-48's SGR, by the words.
  func colored(_ colors: KeyValuePairs<String, Int>) -> TerminalText {
    guard Output.width != nil, environmentVariable("NO_COLOR") == nil else { return self }
    var text = self
    for (word, color) in colors {
      text.description = text.description.replacing(
        "  \(word)  ", with: "  \u{1b}[\(color)m\(word)\u{1b}[0m  ")
    }
    return text
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ value: TerminalText) { text += value.description }

    package mutating func appendInterpolation(_ value: some Any) {
      text += VisibleText.escaped(String(describing: value))
    }
  }
}

extension Sequence<TerminalText> {
  func joined(separator: TerminalText = "") -> TerminalText {
    TerminalText(lines: map(\.description).joined(separator: separator.description))
  }
}
