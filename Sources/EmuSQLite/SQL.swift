/// The text of one SQL statement, or of a script.
///
/// A literal converts by itself and an interpolated string does not, so a value cannot slip into
/// the text by accident: values are bound. Text put together at run time is spelled out,
/// `SQL(text)`. A literal is also the faster key of the statement cache: its address is enough.
package struct SQL: Sendable {
  enum Source: Sendable {
    case literal(StaticString)
    case text(String)
  }

  let source: Source

  /// Makes a statement of text that was put together at run time.
  ///
  /// The text must not contain values from outside the program.
  package init(_ text: String) {
    source = .text(text)
  }

  /// The statement as text.
  package var text: String {
    switch source {
    case .literal(let literal): literal.description
    case .text(let text): text
    }
  }
}

// MARK: - Literals

extension SQL: ExpressibleByStringLiteral {
  package init(stringLiteral value: StaticString) {
    source = .literal(value)
  }
}

extension SQL: CustomStringConvertible {
  package var description: String { text }
}
