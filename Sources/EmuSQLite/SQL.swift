/// The text of one SQL statement, or of a script.
///
/// A literal converts by itself and an interpolated string does not, so a value cannot become part
/// of the text by accident: values are bound. Text composed at run time is explicit, `SQL(text)`.
package struct SQL: Sendable {
  package let text: String

  /// Creates a statement from text composed at run time.
  ///
  /// The text must not contain values from outside the program.
  package init(_ text: String) {
    self.text = text
  }
}

extension SQL: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    text = value
  }
}
